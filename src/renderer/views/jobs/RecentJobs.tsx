import { ChevronDown, ChevronRight, X } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../shared/command'
import { commandStatus } from '../../../shared/command'
import type { CommandId } from '../../../shared/ids'
import { shortName } from '../../../shared/short-name'
import { useFormat } from '../../i18n/use-format'
import { dismissJob } from '../../state/command-actions'
import { ranFor } from '../../state/jobs'
import { showCommand } from '../../state/session'
import { useChats } from '../../state/stores'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { StateIcon } from '../../ui/StateIcon'
import { Tooltip } from '../../ui/Tooltip'
import { useListKeys } from '../../ui/use-list-keys'
import { cardView } from '../chat/card/card-view'
import { useStatusText } from '../chat/card/use-status-text'
import { JobButton } from './JobButton'

/** Background jobs that are over: folded at first, each row opens its card, Delete removes it (ui.md 4). */
export function RecentJobs({ jobs }: { jobs: readonly CommandCard[] }) {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  const [focused, setFocused] = useState<string | null>(null)
  const onKeyDown = useListKeys()
  const tabStop = jobs.find((card) => card.id === focused)?.id ?? jobs[0]?.id
  return (
    <>
      <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon icon={open ? ChevronDown : ChevronRight} size={14} />
        {t('jobs.recent')}
        <span className="count">{jobs.length}</span>
      </button>
      {open ? (
        <ul aria-label={t('jobs.recent')} onKeyDown={onKeyDown}>
          {jobs.map((card) => (
            <RecentRow key={card.id} card={card} tabStop={card.id === tabStop} onFocus={setFocused} />
          ))}
        </ul>
      ) : null}
    </>
  )
}

const RecentRow = memo(function RecentRow(props: {
  card: CommandCard
  tabStop: boolean
  /** The same function each time, or every row is drawn with each change of one. */
  onFocus: (id: CommandId) => void
}) {
  const { card } = props
  const onFocus = (): void => props.onFocus(card.id)
  const { t } = useTranslation('shell')
  const format = useFormat()
  const title = useChats((state) => state.byId[card.chatId]?.title)
  const status = commandStatus(card.state)
  const statusText = useStatusText(cardView(card))
  const name = shortName(card.command)
  const chat = title || t('untitled')
  const ran = ranFor(card.state)
  const tabIndex = props.tabStop ? 0 : -1
  return (
    <li className="job done can-stop">
      <Tooltip text={<code>{card.command}</code>} side="right">
        <JobButton
          tabStop={props.tabStop}
          aria-label={`${name}, ${chat}, ${statusText}`}
          onFocus={onFocus}
          onClick={() => showCommand(card.chatId, card.id)}
          onDelete={() => void dismissJob(card.id)}
        />
      </Tooltip>
      <StateIcon state={status} size={14} className="kind" />
      <span className="l1">
        <span className="nm">{name}</span>
        <span className="of">{status === 'failed' ? statusText : chat}</span>
      </span>
      <span className="el">{ran === null ? null : format.duration(ran)}</span>
      <span className="acts">
        <IconButton
          icon={X}
          label={t('jobs.remove', { name })}
          tabIndex={tabIndex}
          onFocus={onFocus}
          onClick={() => void dismissJob(card.id)}
        />
      </span>
    </li>
  )
})
