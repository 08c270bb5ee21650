import type { ByteEngine } from '../output/byte-engine'
import type { StyleChange } from '../output/style-blocks'
import type { StyleRecord } from '../output/style-record'
import { TerminalText } from '../output/terminal-text'

/** What a log and its record of styles hold after an output that came in these pieces. */
export type Normalised = { text: string; lines: number; styles: StyleChange[] }

/** Normalises pieces into memory; what programs take back to redraw it is taken back. */
export function normalise(pieces: readonly Uint8Array[]): Normalised {
  const target = memoryText()
  for (const piece of pieces) target.push(piece)
  return target.finish()
}

/** The same for several outputs that come in turns. */
export function normaliseInTurns(outputs: readonly (readonly Uint8Array[])[]): Normalised[] {
  const targets = outputs.map(() => memoryText())
  const turns = Math.max(...outputs.map((pieces) => pieces.length))
  for (let i = 0; i < turns; i++) {
    for (const [which, pieces] of outputs.entries()) {
      const piece = pieces[i]
      if (piece) targets[which]?.push(piece)
    }
  }
  return targets.map((target) => target.finish())
}

function memoryText() {
  let log: Buffer = Buffer.alloc(0)
  const parts: Buffer[] = []
  const whole = () => {
    log = Buffer.concat([log, ...parts.splice(0)])
    return log
  }
  const styles: StyleChange[] = []
  const record = {
    add(engine: ByteEngine, from: number, to: number, shift: number) {
      for (let i = from; i < to; i++)
        styles.push({ at: engine.eventPlace(i) + shift, style: engine.eventStyle(i) })
    },
  } as unknown as StyleRecord
  const text = new TerminalText((piece) => parts.push(Buffer.from(piece)), {
    retract(bytes) {
      log = whole().subarray(0, -bytes)
    },
    record,
  })
  return {
    push: (piece: Uint8Array) => text.push(Buffer.from(piece)),
    finish(): Normalised {
      text.finish()
      return { text: whole().toString('utf8'), lines: text.lines, styles }
    },
  }
}

/** One output as a whole, byte by byte, and cut at some shares of its length. */
export function cuts(bytes: Uint8Array, shares: readonly number[]): Uint8Array[][] {
  const at = shares.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b)
  return [
    [bytes],
    Array.from(bytes, (_, i) => bytes.subarray(i, i + 1)),
    [0, ...at].map((start, i) => bytes.subarray(start, at[i] ?? bytes.length)),
  ]
}
