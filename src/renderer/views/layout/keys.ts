/** What a keyboard event means for the whole window, or null (ui.md 5). */
export type Shortcut =
  | {
      do:
        | 'palette'
        | 'search'
        | 'new-chat'
        | 'sidebar'
        | 'jobs'
        | 'settings'
        | 'next-needs-you'
        | 'stop-turn'
        | 'to-background'
    }
  | { do: 'chat'; position: number }
  | { do: 'region'; back: boolean }

type Pressed = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Matches by `code`, so that letters work on Cyrillic layouts. Cmd stands for Ctrl on macOS. */
export function shortcutOf(event: Pressed, platform: string): Shortcut | null {
  if (event.code === 'F6' && !event.ctrlKey && !event.metaKey && !event.altKey) {
    return { do: 'region', back: event.shiftKey }
  }
  const mod = platform === 'darwin' ? event.metaKey : event.ctrlKey
  const other = platform === 'darwin' ? event.ctrlKey : event.metaKey
  if (!mod || other || event.altKey) return null
  if (event.shiftKey) {
    if (event.code === 'KeyA') return { do: 'next-needs-you' }
    if (event.code === 'KeyB') return { do: 'to-background' }
    if (event.code === 'KeyF') return { do: 'search' }
    return null
  }
  switch (event.code) {
    case 'KeyK':
      return { do: 'palette' }
    case 'KeyN':
      return { do: 'new-chat' }
    case 'KeyB':
      return { do: 'sidebar' }
    case 'KeyJ':
      return { do: 'jobs' }
    case 'Comma':
      return { do: 'settings' }
    case 'Period':
      return { do: 'stop-turn' }
    default: {
      const digit = /^Digit([1-9])$/.exec(event.code)
      return digit ? { do: 'chat', position: Number(digit[1]) } : null
    }
  }
}

/** The key as it is printed in menus and tooltips. */
export function keyText(key: string, platform: string): string {
  return platform === 'darwin' ? `⌘${key}` : `Ctrl ${key}`
}
