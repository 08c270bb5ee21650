import { AlarmClock, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import type { Schedule } from '../../../shared/schedule'
import { useFormat } from '../../i18n/use-format'
import { cancelSchedule } from '../../state/chat-actions'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { Popover } from '../../ui/Popover'

const MENU_WIDTH_PX = 364

/** The planned wake-ups of a chat, with a way to cancel each; not there while nothing is planned (P-038). */
export function ScheduleMenu({ chat }: { chat: ChatSummary }) {
  const { t } = useTranslation('agenda')
  const { schedules } = chat
  if (schedules.length === 0) return null
  return (
    <Popover
      label={t('schedules')}
      width={MENU_WIDTH_PX}
      trigger={
        <button
          type="button"
          className="termbtn"
          aria-label={t('schedules.count', { count: schedules.length })}
        >
          <Icon icon={AlarmClock} />
          {schedules.length}
        </button>
      }
    >
      <h2 className="menu-label">{t('schedules')}</h2>
      <ul className="tm-list">
        {schedules.map((one) => (
          <ScheduleRow key={one.id} schedule={one} onCancel={() => void cancelSchedule(chat.id, one.id)} />
        ))}
      </ul>
    </Popover>
  )
}

function ScheduleRow(props: { schedule: Schedule; onCancel: () => void }) {
  const { text, time, nextAt, due } = props.schedule
  const { t } = useTranslation('agenda')
  const format = useFormat()
  const next = nextAt === null ? null : t('next', { time: format.moment(nextAt) })
  return (
    <li className="tm-row planned">
      <span className="st">
        <Icon icon={AlarmClock} className="c-3" />
      </span>
      <span className="planned-text" title={text}>
        {text}
      </span>
      <span className="el">
        {time.kind === 'cron' ? <code title={time.timeZone}>{time.pattern}</code> : null}
      </span>
      <span className="last">{due ? t('due') : next}</span>
      <span className="go">
        <IconButton icon={X} label={t('cancel', { text })} onClick={props.onCancel} />
      </span>
    </li>
  )
}
