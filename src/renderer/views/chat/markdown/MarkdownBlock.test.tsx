import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import '../../../i18n/i18n'
import { TooltipRoot } from '../../../ui/Tooltip'
import { MarkdownBlock } from './MarkdownBlock'
import { splitMarkdown } from './split-markdown'

const draw = (text: string, live = false): string =>
  splitMarkdown(text)
    .blocks.map((block, index, all) =>
      renderToStaticMarkup(
        <TooltipRoot>
          <MarkdownBlock
            text={block.text}
            reopen={block.reopen}
            openFence={block.openFence}
            more={index < all.length - 1}
            live={live && index === all.length - 1}
            wholeCode={(part) => part}
          />
        </TooltipRoot>,
      ),
    )
    .join('\n')

describe('an answer as Markdown', () => {
  it('leaves raw HTML text and opens no strange addresses', () => {
    const html = draw('<img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](https://vite.dev)')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toContain('javascript:')
    expect(html).toContain('<a href="https://vite.dev/"')
  })

  it('fetches no pictures', () => {
    const html = draw('![chart](https://example.com/a.png)')
    expect(html).not.toContain('<img')
    expect(html).toContain('chart')
  })

  it('shows text that is not complete yet sensibly (A-109)', () => {
    expect(draw('It is **very', true)).toContain('<strong>very</strong>')
    expect(draw('Title\n-', true)).not.toContain('heading')
    expect(draw('```sh\nls -la', true)).toContain('<code>ls -la</code>')
  })

  it('joins the parts of code that is too long for one block into one box (A-111)', () => {
    const code = Array.from({ length: 3000 }, (_, n) => `line ${n}`).join('\n')
    const html = draw(`\`\`\`txt\n${code}\n\`\`\`\n`)
    expect(html.match(/joins-below/g)).toHaveLength(1)
    expect(html.match(/joins-above/g)).toHaveLength(1)
    expect(html.match(/<header>/g)).toHaveLength(1)
    for (const line of ['line 0', 'line 1500', 'line 2999']) expect(html).toContain(line)
  })
})
