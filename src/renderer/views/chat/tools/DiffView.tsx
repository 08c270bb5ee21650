import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DiffLine, FileDiff } from '../../../../shared/tool-card'
import { ScrollBox } from '../../../ui/ScrollBox'
import type { CodeToken } from '../markdown/highlight'
import { TokenLine } from '../markdown/TokenLine'
import { useTokens } from '../markdown/use-tokens'

type TextLine = Exclude<DiffLine, { kind: 'gap' }>

const LOOK = {
  same: { name: '', sign: '' },
  added: { name: 'add', sign: '+' },
  removed: { name: 'del', sign: '−' },
} as const

/** What a change does to the lines of a file, with numbers and signs (ui.md 4). */
export function DiffView({ diff, path }: { diff: FileDiff; path: string }) {
  const { t } = useTranslation('chat')
  // Both sides together: a colour may be wrong where a change breaks a string in two, which nobody minds. A gap is an
  // empty line there, so that lines and colours have the same numbers.
  const code = useMemo(
    () => diff.lines.map((line) => (line.kind === 'gap' ? '' : line.text)).join('\n'),
    [diff],
  )
  const tokens = useTokens(code, path.slice(path.lastIndexOf('.') + 1), true)
  return (
    <ScrollBox className="diff" label={t('edit.diff', { path })}>
      {diff.lines.map((line, index) =>
        line.kind === 'gap' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a difference never change places
          <Aside key={index} text={t('edit.gap', { line: line.no })} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Line key={index} line={line} tokens={tokens?.[index]} />
        ),
      )}
      {diff.omitted > 0 ? <Aside text={t('edit.omitted', { count: diff.omitted })} /> : null}
    </ScrollBox>
  )
}

/** What stands for lines that are not shown. */
function Aside({ text }: { text: string }) {
  return (
    <div className="hunk">
      <span className="no" />
      <span className="sg" />
      <span>{text}</span>
    </div>
  )
}

function Line({ line, tokens }: { line: TextLine; tokens: readonly CodeToken[] | undefined }) {
  const { t } = useTranslation('chat')
  const { name, sign } = LOOK[line.kind]
  return (
    <div className={name}>
      <span className="no">{line.no}</span>
      <span className="sg">
        {sign === '' ? null : <span className="vh">{t(`edit.line.${name}`)}</span>}
        <span aria-hidden="true">{sign}</span>
      </span>
      <span>{tokens ? <TokenLine tokens={tokens} /> : line.text}</span>
    </div>
  )
}
