import { ArrowDownToLine, Check, Copy, Search, WrapText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../shared/command'
import { useFormat } from '../../i18n/use-format'
import { announcePolite } from '../../state/announcer'
import { copyOutput } from '../../state/command-actions'
import { useSettings } from '../../state/stores'
import { IconButton } from '../../ui/IconButton'
import { useBriefly } from '../../ui/use-briefly'
import { keyText } from '../layout/keys'

type ToolsProps = {
  card: CommandCard
  finding: boolean
  onFind: () => void
  wrap: boolean
  onWrap: () => void
  /** Null once the command has ended: there is nothing to follow. */
  follow: { on: boolean; toggle: () => void } | null
}

/** Find, wrap, copy and follow. */
export function OutputTools({ card, finding, onFind, wrap, onWrap, follow }: ToolsProps) {
  const { t } = useTranslation(['chat', 'common'])
  const format = useFormat()
  const platform = useSettings((data) => data.app.platform)
  const [copied, showCopied] = useBriefly()
  const copy = async () => {
    const result = await copyOutput(card.id)
    if (!result) return
    showCopied()
    const what = result.whole
      ? t('common:copied')
      : t('output.copied-end', { size: format.size(result.bytes) })
    announcePolite({ kind: 'copied', text: what, merged: () => what })
  }
  return (
    <span className="tools">
      <IconButton
        icon={Search}
        label={t('output.find')}
        hint={keyText('F', platform)}
        pressed={finding}
        onClick={onFind}
      />
      <IconButton icon={WrapText} label={t('output.wrap')} pressed={wrap} onClick={onWrap} />
      <IconButton
        icon={copied ? Check : Copy}
        label={copied ? t('common:copied') : t('output.copy')}
        onClick={() => void copy()}
      />
      {follow ? (
        <IconButton
          icon={ArrowDownToLine}
          label={t('output.follow')}
          pressed={follow.on}
          onClick={follow.toggle}
        />
      ) : null}
    </span>
  )
}
