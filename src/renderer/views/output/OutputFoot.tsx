import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../shared/command'
import { isSettled } from '../../../shared/command'
import { useFormat } from '../../i18n/use-format'
import { showOutput } from '../../state/ui'
import { Button } from '../../ui/Button'

type FootProps = { card: CommandCard; gone: boolean; full: boolean; shown: number }

/** Below the lines: the way to the whole output, or that there is none any more (S-134, S-147, S-148). */
export function OutputFoot({ card, gone, full, shown }: FootProps) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const { output } = card
  if (!gone && output.full.kind === 'unavailable' && output.full.because === 'capped')
    return (
      <div className="vfoot">
        {output.full.dropped === undefined
          ? t('output.capped')
          : t('output.capped.dropped', { size: format.size(output.full.dropped) })}
      </div>
    )
  if (gone || output.full.kind === 'unavailable')
    return <div className="vfoot">{t('output.unavailable')}</div>
  if (full || output.full.kind !== 'saved') return null
  const more = isSettled(card.state) && output.lines > shown && shown > 0
  return (
    <div className="vfoot">
      <Button kind="ghost" small className="open-full" onClick={() => showOutput(card.id)}>
        {t('output.open-full', { size: format.size(output.full.bytes) })}
      </Button>
      {more ? <span>{t('output.lines-of', { lines: format.number(output.lines) })}</span> : null}
    </div>
  )
}
