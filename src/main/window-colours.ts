import type { Settings } from '../shared/settings'

/** The first colours of a window, before its page is there: `--bg-app`, `--bg-canvas` and `--fg` of the two themes. */
const COLOURS = {
  light: { background: '#fbfcfd', symbols: '#161b20' },
  dark: { background: '#14181b', symbols: '#e6ebee' },
}

/** The colours for a theme setting; `system` follows what the desktop prefers. */
export function windowColours(
  theme: Settings['theme'],
  systemIsDark: boolean,
): { background: string; symbols: string } {
  const dark = theme === 'system' ? systemIsDark : theme === 'dark'
  return dark ? COLOURS.dark : COLOURS.light
}
