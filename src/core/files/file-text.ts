/** Largest file that is changed, in bytes: far beyond any source file, and its text is held several times meanwhile. */
export const CHANGE_MAX_BYTES = 10 * 1024 * 1024

/** How the bytes of a file become text and back. `bytewise` is any one-byte encoding: what is not ASCII is kept as it is. */
export type TextForm = { encoding: 'utf-8' | 'bytewise'; hasBom: boolean; eol: '\n' | '\r\n' }

const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** How a file that does not exist yet is written. */
export const NEW_FORM: TextForm = { encoding: 'utf-8', hasBom: false, eol: '\n' }

/** The text of a file without its mark of the byte order, and how to write it again so that nothing else changes. */
export function decodeFile(bytes: Buffer): { text: string; form: TextForm } {
  const hasBom = bytes.subarray(0, BOM.length).equals(BOM)
  const content = hasBom ? bytes.subarray(BOM.length) : bytes
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    return { text, form: { encoding: 'utf-8', hasBom, eol: usualEol(text) } }
  } catch {
    // Not UTF-8. One character for each byte brings every byte back as it was.
    const text = content.toString('latin1')
    return { text, form: { encoding: 'bytewise', hasBom, eol: usualEol(text) } }
  }
}

/** The bytes of a text in a file's own form. */
export function encodeFile(text: string, { encoding, hasBom }: TextForm): Buffer {
  const content = Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'latin1')
  return hasBom ? Buffer.concat([BOM, content]) : content
}

/** A text with other line ends. */
export function withEol(text: string, eol: TextForm['eol']): string {
  const plain = text.replaceAll('\r\n', '\n')
  return eol === '\n' ? plain : plain.replaceAll('\n', '\r\n')
}

/** The line ends that most lines have. */
function usualEol(text: string): TextForm['eol'] {
  const windows = text.split('\r\n').length - 1
  const all = text.split('\n').length - 1
  return windows > all - windows ? '\r\n' : '\n'
}

/** Whether every character is ASCII, which all one-byte encodings share. */
export function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text)
}
