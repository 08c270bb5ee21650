import type { BrowserWindow } from 'electron'

/** What can happen to the page of a window without its window being closed. */
export type PageEvents = {
  /** It was loaded again; what asked before is gone. */
  reloaded(): void
  /** Its process ended unexpectedly. */
  crashed(reason: string): void
}

/** What is known of a page that is watched. */
export type WatchedPage = {
  /** True while the page can take an answer: it was loaded, lives, and responds. */
  canAnswer(): boolean
  /** Loads it again, also after a crash; that is then no reload by the person. */
  reload(): void
}

/** Watches the page of a window for as long as the window is there. */
export function watchPage(window: BrowserWindow, on: PageEvents): WatchedPage {
  const { webContents } = window
  /** The next load is the first one, or makes up for a crash. */
  let isExpected = true
  let isHung = false
  let isGone = false
  // The committed navigation, not the start of one: those that are forbidden start as well.
  webContents.on('did-navigate', () => {
    isGone = false
    isHung = false
    if (!isExpected) on.reloaded()
    isExpected = false
  })
  webContents.on('render-process-gone', (_, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    isGone = true
    isExpected = true
    on.crashed(`${reason}, ${exitCode}`)
  })
  window.on('unresponsive', () => {
    isHung = true
  })
  window.on('responsive', () => {
    isHung = false
  })
  return {
    canAnswer: () => !isGone && !isHung && !isExpected && !window.isDestroyed(),
    reload() {
      if (!window.isDestroyed()) webContents.reload()
    },
  }
}
