import type { ServerFacts } from '../../shared/command'

/** How much of the end of an output is looked at, in bytes: banners are short. */
export const SIGN_MAX_BYTES = 4096
/** Longest line that is looked at, in UTF-16 units; a longer one is data. */
const LINE_MAX_CHARS = 300

/** A web address on this machine or its network, with a port. */
const ADDRESS =
  /\bhttps?:\/\/(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|[\w-]+\.local):\d{2,5}[^\s"'<>`]*/i

/** Words that make an address the line's own: the program offers it. */
const OFFERS =
  /\b(?:ready|local|network|loopback|listening|listens|running|serving|served|server|started|starting|available|accessible|hosted|live at|preview|dashboard|view|open)\b/i

/**
 * Signs that a program has started and waits for others (S-195). Each is a line that common servers, watchers and test
 * runners print last; none is printed by a program that goes on working.
 */
const SIGNS: readonly { what: string; line: RegExp }[] = [
  {
    what: 'a port it listens on',
    line: /\b(?:listening|listens) (?:on|at|for)\b.{0,60}?(?:^|[\s:])\d{2,5}\b/i,
  },
  {
    what: 'a port it started on',
    line: /\b(?:started|running|ready|serving|server|up) (?:on|at) (?:\S+ )?ports?(?:\(s\))?:? ?\d{2,5}\b/i,
  },
  { what: 'a watcher', line: /\b(?:watching|waiting) (?:\S+ ){0,3}?for (?:\S+ )?(?:file )?changes\b/i },
  { what: 'a watcher of compilers', line: /\bfound \d+ errors?\. watching\b/i },
  {
    what: 'nodemon, cargo watch',
    line: /^\[nodemon\] (?:clean exit|app crashed)|^\[Finished running\. Exit status/i,
  },
  {
    what: 'how to end it',
    line: /\b(?:press|use|hit|type|quit the server with) (?:ctrl|control|cmd|⌘)[-+ ]?(?:c|break)\b/i,
  },
  {
    what: 'the keys of a watch mode',
    line: /\bpress (?:h|q|w|a|r)(?: \+ enter)? to (?:show|quit|run|restart|exit|see|open)\b|^\s*watch usage\b/i,
  },
  { what: 'vite, next, astro', line: /\bready in \d+(?:\.\d+)? ?m?s\b/i },
  { what: 'webpack', line: /\bwebpack \d+(?:\.\d+)+ compiled (?:successfully|with \d+)/i },
  { what: 'parcel', line: /^✨ ?Built in \d/ },
  { what: 'uvicorn', line: /\bapplication startup complete\b/i },
  { what: 'flask', line: /^\s*\* Debugger (?:PIN|is active)/i },
  { what: 'databases', line: /\bready to accept connections\b|\bwaiting for (?:incoming )?connections\b/i },
]

/** Lines that look like a sign but tell of an attempt, a failure or of somebody else's server (S-196, S-197). */
const NO_SIGNS =
  /\b(?:errors? (?:at|in|:)|error:|fail(?:ed|ure)?|not|never|cannot|can't|couldn't|unable|refused|denied|time[d-]? ?out|eaddrinuse|in use|retry(?:ing)?|connecting|connected to|trying|resolving|fetch(?:ing)?|download(?:ing)?|request(?:ing|ed)?|proxy(?:ing)?|redirect(?:ing|ed)?|waiting for https?|GET|POST|PUT|DELETE|HEAD)\b/i

/**
 * What the last part of a quiet output says about a server, or null. Only the part that was printed last counts: what
 * came before it is old news (S-196).
 */
export function serverSign(output: string): ServerFacts | null {
  const lines = output
    .split('\n')
    .filter((line) => line.length <= LINE_MAX_CHARS && line.trim() !== '' && !NO_SIGNS.test(line))
  const offered = lines.flatMap((line) => (OFFERS.test(line) ? (ADDRESS.exec(line)?.[0] ?? []) : []))
  if (offered.length === 0 && !lines.some((line) => SIGNS.some((sign) => sign.line.test(line)))) return null
  // An address may stand on a line of its own, below the words.
  const shown = offered[0] ?? lines.flatMap((line) => ADDRESS.exec(line)?.[0] ?? [])[0]
  return { address: shown === undefined ? null : openable(shown) }
}

/** As a person can open it: without what the sentence puts behind it, and not at an address that only binds. */
function openable(address: string): string {
  return address
    .replace(/[).,;:*\]]+$/, '')
    .replace(/^(https?:\/\/)(?:0\.0\.0\.0|\[::\])(?=:)/i, '$1localhost')
}
