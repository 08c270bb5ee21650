import { Check, Copy } from 'lucide-react'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../state/command-actions'
import { IconButton } from '../../../ui/IconButton'
import { useBriefly } from '../../../ui/use-briefly'
import type { CodeLines } from './highlight'
import { TokenLine } from './TokenLine'
import { useTokens } from './use-tokens'

type CodeBlockProps = {
  code: string
  info: string
  /** False while more of it may come: it is coloured only once it is whole. */
  complete: boolean
  /** Joins the box above or below, of which it is a part. */
  joins: 'none' | 'above' | 'below' | 'both'
  /** Gives the whole code where this is only a part of it. */
  wholeCode: ((part: string) => string) | null
}

/** Code with its language, a Copy button and colours. */
export const CodeBlock = memo(function CodeBlock(props: CodeBlockProps) {
  const { code, info, complete, joins, wholeCode } = props
  const { t } = useTranslation(['common', 'chat'])
  const [copied, showCopied] = useBriefly()
  const lines = useTokens(code, info, complete)
  const [pre, scrolls] = useScrolls(code)
  const top = joins !== 'above' && joins !== 'both'
  const name = info.trim().split(/\s/)[0] ?? ''
  const copy = async () => {
    if (await copyText(wholeCode ? wholeCode(code) : code)) showCopied()
  }
  return (
    <div className={`codeblock joins-${joins}`}>
      {top ? (
        <header>
          <span>{name}</span>
          <IconButton
            icon={copied ? Check : Copy}
            label={t(copied ? 'common:copied' : 'common:copy.code')}
            onClick={() => void copy()}
          />
        </header>
      ) : null}
      <pre
        ref={pre}
        {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': t('chat:code', { name }) } : {})}
      >
        <code>{lines ? <Tokens lines={lines} /> : code}</code>
      </pre>
    </div>
  )
})

function Tokens(props: { lines: CodeLines }) {
  return props.lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a block never change places
    <span key={index}>
      {index > 0 ? '\n' : ''}
      <TokenLine tokens={line} />
    </span>
  ))
}

/** Only what scrolls is a stop of its own for the keyboard. */
function useScrolls(code: string) {
  const pre = useRef<HTMLPreElement>(null)
  const [scrolls, setScrolls] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code decides how wide it is
  useLayoutEffect(() => {
    const element = pre.current
    if (element) setScrolls(element.scrollWidth > element.clientWidth)
  }, [code])
  return [pre, scrolls] as const
}
