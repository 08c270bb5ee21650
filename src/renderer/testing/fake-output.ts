import type { OutputPage } from '../../shared/command'

/** Pages over whole outputs held in memory; ASCII only, so that an offset is an index. */
export function fakeOutput(outputs: Record<string, string>) {
  const page = (text: string, from: number, to: number): OutputPage => ({
    from,
    to,
    text: text.slice(from, to),
    firstLine: text.slice(0, from).split('\n').length,
    atStart: from === 0,
    atEnd: to === text.length,
    totalBytes: text.length,
    totalLines: text === '' ? 0 : text.replace(/\n$/, '').split('\n').length,
    openLine: '',
  })
  const of = (id: string): string => {
    const text = outputs[id] ?? ''
    return text === '' || text.endsWith('\n') ? text : `${text}\n`
  }
  /** Start of the line that is `lines` lines above `end`. */
  const above = (text: string, end: number, lines: number): number => {
    let at = end
    for (let n = 0; n < lines && at > 0; n++) at = text.lastIndexOf('\n', at - 2) + 1
    return at
  }
  return {
    tail: (id: string, lines: number): OutputPage => {
      const text = of(id)
      return page(text, above(text, text.length, lines), text.length)
    },
    before: (id: string, before: number, lines: number): OutputPage => {
      const text = of(id)
      return page(text, above(text, before, lines), before)
    },
    around: (id: string, at: number, lines: number): OutputPage => {
      const text = of(id)
      const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
      let to = start
      for (let n = 0; n < lines / 2 && to < text.length; n++) to = text.indexOf('\n', to) + 1
      return page(text, above(text, start, lines / 2), to)
    },
    after: (id: string, from: number, lines: number): OutputPage => {
      const text = of(id)
      let to = from
      for (let n = 0; n < lines && to < text.length; n++) to = text.indexOf('\n', to) + 1
      return page(text, from, to)
    },
  }
}
