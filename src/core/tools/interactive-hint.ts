/** How much of the end of an output is looked at, in UTF-16 units: a prompt or complaint is among the last lines. */
const LOOK_AT_CHARS = 4000

type Sign = { what: string; pattern: RegExp }

/** Complaints of programs that found no terminal; anywhere near the end (S-113). */
const COMPLAINTS: readonly Sign[] = [
  { what: 'a terminal', pattern: /\bnot a (?:tty|terminal)\b|isn['’]t a (?:tty|terminal)\b/i },
  { what: 'a terminal', pattern: /inappropriate ioctl for device/i },
  {
    what: 'a terminal',
    pattern: /(?:open|access|read)[^\n]*\/dev\/tty|\/dev\/tty: (?:no such|cannot|device)/i,
  },
  {
    what: 'a terminal',
    pattern: /(?:the input device|stdin|standard input)[^\n]{0,30} is not a (?:tty|terminal)/i,
  },
  { what: 'a terminal', pattern: /must be run (?:from|in) (?:a|an interactive) (?:terminal|tty)/i },
  { what: 'a password', pattern: /sudo: (?:a terminal is required|a password is required|no tty present)/i },
  { what: 'an answer about a host key', pattern: /host key verification failed/i },
  {
    what: 'an answer about a host key',
    pattern: /are you sure you want to continue connecting|authenticity of host .* can['’]t be established/i,
  },
  {
    what: 'a password',
    pattern:
      /could not read (?:username|password|passphrase)[^\n]*(?:no such device|terminal prompts disabled|device not configured)/i,
  },
  { what: 'a password', pattern: /permission denied \([^)\n]*(?:password|keyboard-interactive)[^)\n]*\)/i },
  { what: 'an editor', pattern: /terminal is dumb|output is not to a terminal|problem with the editor/i },
  { what: 'an editor', pattern: /\bvim?: warning: (?:input|output) is not (?:from|to) a terminal/i },
  {
    what: 'input',
    pattern:
      /\bEOFError\b|EOF when reading a line|unexpected end of (?:input|file) (?:on|from) (?:stdin|prompt)/i,
  },
  {
    what: 'input',
    pattern:
      /end[- ]of[- ]file[^\n]{0,30}(?:prompt|stdin|reading)|aborted[^\n]{0,20}(?:no input|non-interactive)/i,
  },
  {
    what: 'a terminal',
    pattern:
      /error opening terminal|TERM environment variable (?:is )?not set|cannot set terminal process group/i,
  },
]

/** Questions that wait; only as the very last line, since any text may mention a password. */
const PROMPTS: readonly Sign[] = [
  {
    what: 'a password',
    pattern:
      /(?:password|passphrase|passcode|verification code|one-time code|PIN)(?: for [^\n]{1,120})?\s*:\s*$/i,
  },
  { what: 'an answer', pattern: /[([](?:y\/n|yes\/no|y\/N|Y\/n)[^\])\n]{0,20}[)\]]\s*[:?]?\s*$/i },
  { what: 'an answer', pattern: /\b(?:continue|proceed|overwrite|are you sure)\b[^\n]{0,80}\?\s*$/i },
]

/**
 * The note for an output that shows that a command needed a terminal or input, or null (S-111, S-113). It says what to
 * do; status and exit code stay as they are (S-112).
 */
export function interactiveHint(output: string): string | null {
  const end = output.slice(-LOOK_AT_CHARS)
  const sign =
    COMPLAINTS.find(({ pattern }) => pattern.test(end)) ??
    PROMPTS.find(({ pattern }) => pattern.test(lastLine(end)))
  if (!sign) return null
  return `the command seems to have needed ${sign.what}, which this tool cannot give. Do not retry it: ask the user to run it in their own terminal.`
}

function lastLine(text: string): string {
  const trimmed = text.trimEnd()
  return trimmed.slice(trimmed.lastIndexOf('\n') + 1)
}
