import { compile } from 'html-to-text'

/** A page as text for the agent. */
export type PageText = { title: string; text: string }

const toText = compile({
  wordwrap: false,
  selectors: [
    ...['nav', 'script', 'style', 'noscript', 'template', 'svg', 'iframe', 'form', 'head', 'img'].map(
      (selector) => ({ selector, format: 'skip' }),
    ),
    { selector: 'a', options: { ignoreHref: false, hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector, index) => ({
      selector,
      format: 'marked-heading',
      options: { mark: '#'.repeat(index + 1) },
    })),
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    { selector: 'pre', format: 'pre' },
  ],
  formatters: {
    'marked-heading': (element, walk, builder, { mark }) => {
      builder.openBlock({ leadingLineBreaks: 2 })
      builder.addInline(`${mark} `)
      walk(element.children, builder)
      builder.closeBlock({ trailingLineBreaks: 2 })
    },
  },
  limits: { maxInputLength: 16 * 1024 * 1024, maxDepth: 200, ellipsis: '…' },
})

/** The readable part of a page: its main element where it has one; links behind their words, without scripts and menus. */
export function htmlText(html: string): PageText {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? ''
  const main = /<(main|article)\b[\s\S]*<\/\1>/i.exec(html)?.[0]
  const text = toText(main ?? html).trim()
  // A page may put everything of interest beside its main element.
  const whole = main !== undefined && text === '' ? toText(html).trim() : text
  return { title: toText(title).replace(/\s+/g, ' ').trim(), text: whole.replace(/\n{3,}/g, '\n\n') }
}
