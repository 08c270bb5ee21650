import type { ComponentPropsWithoutRef } from 'react'
import { createContext, memo, use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Components, ExtraProps } from 'react-markdown'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { openLink } from '../../../state/command-actions'
import { CodeBlock } from './CodeBlock'
import { openableUrl } from './link-target'
import { mendMarkdown } from './mend-markdown'

type BlockProps = {
  text: string
  reopen: string
  openFence: boolean
  /** A later block goes on where this one ends. */
  more: boolean
  /** The last block of an answer that still streams. */
  live: boolean
  /** The code of which this block holds a part. Must be stable. */
  wholeCode: (part: string) => string
}

/** What a code block must know of the text around it. */
type Around = Pick<BlockProps, 'openFence' | 'more' | 'live' | 'wholeCode'> & {
  reopened: boolean
  length: number
}
const AroundContext = createContext<Around | null>(null)

/** One block of an answer. Raw HTML stays text; links open outside of the window. */
export const MarkdownBlock = memo(function MarkdownBlock(props: BlockProps) {
  const { text, reopen, openFence, more, live, wholeCode } = props
  const shown = reopen + (live && !openFence ? mendMarkdown(text) : text)
  const around = useMemo(
    () => ({ openFence, more, live, wholeCode, reopened: reopen !== '', length: shown.trimEnd().length }),
    [openFence, more, live, wholeCode, reopen, shown],
  )
  return (
    <AroundContext value={around}>
      <Markdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {shown}
      </Markdown>
    </AroundContext>
  )
})

const PLUGINS = [remarkGfm]

const COMPONENTS: Components = {
  a: Link,
  img: Image,
  pre: Pre,
  table: Table,
  input: TaskBox,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
}

/** Headings look like their level but all have one: an answer is no document, and may begin with any of them. */
function Heading({ node, children }: ComponentPropsWithoutRef<'h2'> & ExtraProps) {
  return <h2 className={`heading ${node?.tagName ?? ''}`}>{children}</h2>
}

function TaskBox({ checked }: ComponentPropsWithoutRef<'input'>) {
  const { t } = useTranslation('chat')
  return (
    <input
      type="checkbox"
      checked={checked ?? false}
      disabled
      aria-label={t(checked ? 'task.done' : 'task.open')}
    />
  )
}

function Link({ href, children }: ComponentPropsWithoutRef<'a'>) {
  const url = openableUrl(href)
  if (!url) return <span title={href}>{children}</span>
  const open = (event: { preventDefault(): void }) => {
    event.preventDefault()
    void openLink(url)
  }
  return (
    <a href={url} title={url} onClick={open} onAuxClick={(event) => event.preventDefault()}>
      {children}
    </a>
  )
}

/** Pictures are not fetched: an answer must not be able to call home. */
function Image({ src, alt }: ComponentPropsWithoutRef<'img'>) {
  const href = typeof src === 'string' ? src : undefined
  return <Link href={href}>{alt === undefined || alt === '' ? href : alt}</Link>
}

function Table({ children }: ComponentPropsWithoutRef<'table'>) {
  return (
    <div className="table-scroll">
      <table>{children}</table>
    </div>
  )
}

function Pre({ node }: ComponentPropsWithoutRef<'pre'> & ExtraProps) {
  const around = use(AroundContext)
  const child = node?.children[0]
  if (!around || child?.type !== 'element') return null
  const code = child.children.map((part) => (part.type === 'text' ? part.value : '')).join('')
  const open = around.openFence && (node?.position?.end.offset ?? 0) >= around.length
  const above = around.reopened && node?.position?.start.offset === 0
  const below = open && around.more
  return (
    <CodeBlock
      code={code.replace(/\n$/, '')}
      info={infoOf(child.properties.className)}
      complete={!(open && around.live)}
      joins={above ? (below ? 'both' : 'above') : below ? 'below' : 'none'}
      wholeCode={below ? around.wholeCode : null}
    />
  )
}

function infoOf(className: unknown): string {
  const names = Array.isArray(className) ? className.map(String) : []
  return names.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
}
