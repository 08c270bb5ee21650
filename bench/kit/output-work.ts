import { closeSync, openSync, writeSync } from 'node:fs'

/** One kind of output: a command that prints it, and what the tool may cost compared with the floor. */
export type Work = { id: string; name: string; command: string; maxRatio: number }

const MB = 1024 * 1024

/** The four kinds of output, with the files that some of them print made in a folder. */
export function outputWork(folder: string): Work[] {
  const colours = `${folder}/colours.txt`
  const redraws = `${folder}/redraws.txt`
  const oneLine = `${folder}/one-line.txt`
  let line = 0
  fill(
    colours,
    100 * MB,
    () => `\x1b[32mok\x1b[0m \x1b[1mcase ${++line}\x1b[22m took \x1b[33m${line % 97} ms\x1b[0m\n`,
  )
  fill(redraws, 50 * MB, () => `\rprogress ${line++ % 101}%`)
  fill(oneLine, 50 * MB, () => 'a line without an end, ')
  return [
    { id: 'b', name: 'seq 1 20000000 (169 MB)', command: 'seq 1 20000000', maxRatio: 1.5 },
    { id: 'c', name: '100 MB, colours on every line', command: `cat ${colours}`, maxRatio: 4 },
    { id: 'd', name: '50 MB of \\rprogress NN%', command: `cat ${redraws}`, maxRatio: 3 },
    { id: 'e', name: 'one line of 50 MB', command: `cat ${oneLine}`, maxRatio: 3 },
  ]
}

/** A log whose only `needle` is in its first line. */
export function bigLog(file: string, bytes: number): void {
  let line = 0
  fill(file, bytes, () =>
    line++ === 0 ? 'the needle\n' : `2026-01-01 12:00:00 request ${line} answered 200\n`,
  )
}

function fill(file: string, bytes: number, next: () => string): void {
  const fd = openSync(file, 'w', 0o600)
  for (let done = 0; done < bytes; ) {
    let block = ''
    while (block.length < Math.min(MB, bytes - done)) block += next()
    done += writeSync(fd, block.slice(0, bytes - done))
  }
  closeSync(fd)
}
