/** One notification as the desktop shows it. */
export type DesktopNotification = {
  title: string
  body: string
  /** The word on its button; a click anywhere does the same. */
  action: string
  isUrgent: boolean
  isSilent: boolean
  /** A later one with the same key takes its place. */
  key: string
}

/** Shows notifications outside of the window. */
export type DesktopNotifier = {
  /** False when the desktop cannot show it. Never rejects, never holds the app up (B-232). */
  show(notification: DesktopNotification, clicked: () => void): Promise<boolean>
}
