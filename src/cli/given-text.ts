import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { UsageError } from './usage-error'

/**
 * A text from a file, or from standard input for `-`. `what` names the file in the error.
 *
 * @throws UsageError when the file cannot be read
 */
export async function textFrom(file: string, what: string, stdin: Readable): Promise<string> {
  if (file === '-') return textOf(stdin)
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`The ${what} ${file} cannot be read (${code ?? String(error)}).`, { cause: error })
  }
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}
