import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'

const NEWLINE = 0x0a
/** How much of the start decides whether a file is text, in bytes; the same as other tools look at. */
const SNIFF_BYTES = 8192

/** True when the file has a NUL byte near its start. */
export async function looksBinary(file: string): Promise<boolean> {
  return (await bytesAt(file, 0, SNIFF_BYTES)).includes(0)
}

/** Text of a file from a byte on, at most `maxBytes` of it, without a byte order mark. */
export async function textAt(file: string, offset: number, maxBytes: number): Promise<string> {
  // The decoder holds back a character that the cut went through.
  return new StringDecoder('utf8').write(await bytesAt(file, offset, maxBytes)).replace(/^\ufeff/, '')
}

/** Content of a file from a byte on, at most `maxBytes` of it. @throws the system's error */
export async function bytesAt(file: string, offset: number, maxBytes: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, offset)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The beginning of a regular file as text. @throws for anything else: opening a named pipe may wait for ever */
export async function textFront(file: string, maxBytes: number): Promise<{ text: string; isCut: boolean }> {
  const stats = await stat(file)
  if (!stats.isFile()) throw new Error(`${file} is no regular file.`)
  return { text: await textAt(file, 0, maxBytes), isCut: stats.size > maxBytes }
}

/** Where a line begins, or how many lines there are when the file has fewer. Memory does not grow with the file. */
export async function offsetOfLine(
  file: string,
  line: number,
  signal: AbortSignal,
): Promise<{ offset: number } | { lines: number }> {
  if (line <= 1) return { offset: 0 }
  let newlines = 0
  let position = 0
  let last = NEWLINE
  for await (const chunk of createReadStream(file, { signal }) as AsyncIterable<Buffer>) {
    // The newline that ended the last chunk begins a line only now that something follows it.
    if (newlines === line - 1) return { offset: position }
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      newlines += 1
      if (newlines === line - 1 && at + 1 < chunk.length) return { offset: position + at + 1 }
    }
    position += chunk.length
    last = chunk.at(-1) ?? last
  }
  return { lines: last === NEWLINE ? newlines : newlines + 1 }
}
