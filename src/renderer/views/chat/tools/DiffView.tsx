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
  const texts = useMemo(() => diff.lines.filter((line): line is TextLine => line.kind !== 'gap'), [diff])
  // Both sides together: a colour may be wrong where a change breaks a string in two, which nobody minds.
  const code = useMemo(() => texts.map(({ text }) => text).join('\n'), [texts])
  const tokens = useTokens(code, path.slice(path.lastIndexOf('.') + 1), true)
  return (
    <ScrollBox className="diff" label={t('edit.diff', { path })}>
      {diff.lines.map((line, index) =>
        line.kind === 'gap' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a difference never change places
          <div key={index} className="hunk">
            <span className="no" />
            <span className="sg" />
            <span>{t('edit.gap', { line: line.no })}</span>
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Line key={index} line={line} tokens={tokens?.[texts.indexOf(line)]} />
        ),
      )}
      {diff.omitted > 0 ? (
        <div className="hunk">
          <span className="no" />
          <span className="sg" />
          <span>{t('edit.omitted', { count: diff.omitted })}</span>
        </div>
      ) : null}
    </ScrollBox>
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
