const NAMED: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}

const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|([\s\S]))/g

/**
 * The text between the quotes of `$'…'`, decoded. Null when the shells disagree about it: bytes beyond ASCII, a NUL
 * (bash ends the word there, zsh does not), control escapes and unknown letters.
 */
export function decodeAnsiQuote(raw: string): string | null {
  let isClear = true
  const decoded = raw.replace(
    ESCAPE,
    (
      _,
      hex: string | undefined,
      short: string | undefined,
      long: string | undefined,
      octal: string | undefined,
      letter: string | undefined,
    ) => {
      const code = hex ?? short ?? long
      if (letter !== undefined) {
        const named = Object.hasOwn(NAMED, letter) ? NAMED[letter] : undefined
        isClear &&= named !== undefined
        return named ?? ''
      }
      const value = code === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(code, 16)
      const isByte = short === undefined && long === undefined
      const fits =
        value > 0 && (isByte ? value < 0x80 : value <= 0x10ffff && (value < 0xd800 || value > 0xdfff))
      isClear &&= fits
      return fits ? String.fromCodePoint(value) : ''
    },
  )
  return isClear ? decoded : null
}
