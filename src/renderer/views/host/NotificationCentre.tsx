import {
  Bell,
  BellOff,
  CircleCheck,
  CircleX,
  Hand,
  Hourglass,
  MessageCircleQuestion,
  Server,
} from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NotificationEntry } from '../../../shared/host'
import {
  mostUrgent,
  type NotificationTopic,
  notificationText,
  topicOf,
} from '../../../shared/notification-text'
import { resolveLanguage } from '../../i18n/i18n'
import { useFormat } from '../../i18n/use-format'
import { useNow } from '../../state/clock'
import { clearNotifications, muteNotifications, readNotifications, useHost } from '../../state/host'
import { useSettings } from '../../state/stores'
import { showSettings } from '../../state/ui'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { useListKeys } from '../../ui/use-list-keys'
import { showWish } from './show-wish'

const MINUTE_MS = 60_000

/**
 * The bell and its list: what happened in chats that were not in front. It works where the desktop shows nothing (B-232)
 * and is the place to read again what it did show.
 */
export function NotificationCentre() {
  const { t } = useTranslation('host')
  const [open, setOpen] = useState(false)
  const state = useHost((host) => host.state)
  if (!state) return null
  const unread = state.notifications.filter(({ isRead }) => !isRead).length
  const isMuted = state.mutedUntil !== null
  const change = (now: boolean): void => {
    setOpen(now)
    // Read once the list was looked at, so that what is new stays marked while it is open.
    if (!now && unread > 0) void readNotifications()
  }
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger asChild>
        <IconButton
          icon={isMuted ? BellOff : Bell}
          size={16}
          large
          className={unread > 0 ? 'bell has-unread' : 'bell'}
          label={unread > 0 ? t('notifications.unread', { count: unread }) : t('notifications')}
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu pop-in notices"
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('notifications')}
        >
          <Head close={() => change(false)} />
          {state.notifications.length === 0 ? (
            <p className="notices-empty">{t('notifications.empty')}</p>
          ) : (
            <List entries={state.notifications} close={() => change(false)} />
          )}
          <Foot close={() => change(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Head(props: { close: () => void }) {
  const { t } = useTranslation('host')
  const isEmpty = useHost((host) => (host.state?.notifications.length ?? 0) === 0)
  return (
    <header className="notices-head">
      <h2>{t('notifications')}</h2>
      {isEmpty ? null : (
        <Button
          kind="ghost"
          small
          onClick={() => {
            void clearNotifications()
            props.close()
          }}
        >
          {t('notifications.clear')}
        </Button>
      )}
    </header>
  )
}

function List(props: { entries: readonly NotificationEntry[]; close: () => void }) {
  const { t } = useTranslation('host')
  const onKeyDown = useListKeys()
  return (
    <ul className="notices-list scroll" aria-label={t('notifications')} onKeyDown={onKeyDown}>
      {props.entries.map((entry, index) => (
        <Row key={entry.id} entry={entry} isFirst={index === 0} close={props.close} />
      ))}
    </ul>
  )
}

const LOOKS: Record<NotificationTopic, { icon: typeof Bell; tone: string }> = {
  approval: { icon: Hand, tone: 'c-warn' },
  question: { icon: MessageCircleQuestion, tone: 'c-warn' },
  failure: { icon: CircleX, tone: 'c-err' },
  server: { icon: Server, tone: 'c-err' },
  turn: { icon: CircleCheck, tone: 'c-ok' },
  ends: { icon: CircleCheck, tone: 'c-ok' },
  long: { icon: Hourglass, tone: 'c-accent' },
}

function Row(props: { entry: NotificationEntry; isFirst: boolean; close: () => void }) {
  const { entry, isFirst, close } = props
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  const setting = useSettings((data) => data.settings.language)
  const systemLanguage = useSettings((data) => data.app.systemLanguage)
  const { title, body } = notificationText(entry, resolveLanguage(setting, systemLanguage))
  const urgent = mostUrgent(entry.items)
  const { icon, tone } = LOOKS[urgent ? topicOf(urgent) : 'turn']
  return (
    <li>
      <button
        type="button"
        data-row
        className={`notice-row${entry.isRead ? '' : ' unread'}`}
        tabIndex={isFirst ? 0 : -1}
        onClick={() => {
          close()
          showWish({ kind: 'chat', chatId: entry.chatId, commandId: commandOf(urgent) })
        }}
      >
        <Icon icon={icon} className={tone} />
        <span className="l1">
          <span className="nm">{title}</span>
          <span className="el">{format.ago(entry.at, now)}</span>
        </span>
        <span className="l2">{body}</span>
      </button>
    </li>
  )
}

function commandOf(what: ReturnType<typeof mostUrgent>) {
  return what && 'job' in what ? what.job.commandId : null
}

function Foot(props: { close: () => void }) {
  const { t } = useTranslation('host')
  const format = useFormat()
  const mutedUntil = useHost((host) => host.state?.mutedUntil ?? null)
  const desktopShows = useHost((host) => host.state?.desktopShows ?? null)
  return (
    <footer className="notices-foot">
      {desktopShows === false ? <p>{t('notifications.none')}</p> : null}
      <div className="rowx">
        {desktopShows === false && mutedUntil === null ? null : (
          <Button kind="ghost" small onClick={() => void muteNotifications(mutedUntil === null)}>
            {t(mutedUntil === null ? 'notifications.mute' : 'notifications.unmute')}
          </Button>
        )}
        {mutedUntil === null ? null : (
          <span className="c-3">{t('notifications.muted', { time: format.clock(mutedUntil) })}</span>
        )}
        <span className="grow" />
        <Button
          kind="ghost"
          small
          onClick={() => {
            props.close()
            showSettings('notifications')
          }}
        >
          {t('notifications.settings')}
        </Button>
      </div>
    </footer>
  )
}
