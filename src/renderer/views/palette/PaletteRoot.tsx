import { Command } from 'cmdk'
import {
  CircleStop,
  FolderOpen,
  LayoutList,
  MessageSquare,
  MonitorCog,
  PanelLeft,
  SlidersHorizontal,
  Square,
  SquarePen,
  SquareTerminal,
  Terminal,
  TextSearch,
} from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { shortName } from '../../../shared/short-name'
import { useFormat } from '../../i18n/use-format'
import { openFolder, stopTurn } from '../../state/chat-actions'
import { useNow } from '../../state/clock'
import { stopCommand } from '../../state/command-actions'
import { liveJobs, startOf } from '../../state/jobs'
import { sortedChats } from '../../state/selection'
import { selectChat, showCommand } from '../../state/session'
import { updateSettings } from '../../state/settings-actions'
import { useChats, useCommands, useSettings } from '../../state/stores'
import { SETTINGS_PAGES, showJobs, showPalette, showSettings, useUi } from '../../state/ui'
import { Elapsed } from '../../ui/Elapsed'
import { Kbd } from '../../ui/Kbd'
import { keyText } from '../layout/keys'
import { startChatHere } from '../layout/start-chat'
import { HostCommands } from './HostCommands'
import { PaletteItem } from './PaletteItem'

const MINUTE_MS = 60_000
const THEMES = ['system', 'light', 'dark'] as const

/** Called by a row that leads elsewhere, so that the focus ends there. */
type Lead = (to: 'chat' | 'card' | 'jobs') => void

/** Everything the palette finds on its first page. */
export function PaletteRoot(props: { onLead: Lead }) {
  return (
    <>
      <Jobs onLead={props.onLead} />
      <Chats onLead={props.onLead} />
      <Commands onLead={props.onLead} />
    </>
  )
}

function close(): void {
  showPalette('closed')
}

function Jobs(props: { onLead: Lead }) {
  const { t } = useTranslation(['shell', 'common'])
  const commands = useCommands()
  const chats = useChats((state) => state.byId)
  const openChat = useUi((ui) => ui.chatId)
  const jobs = useMemo(() => liveJobs(commands, openChat), [commands, openChat])
  if (jobs.length === 0) return null
  return (
    <Command.Group heading={t('shell:palette.jobs')}>
      {jobs.map((card) => {
        const name = shortName(card.command)
        const since = startOf(card.state)
        return [
          <PaletteItem
            key={card.id}
            value={`job ${card.id}`}
            keywords={[name, card.command]}
            icon={Terminal}
            end={
              <>
                <span className="trunc palette-chat">{chats[card.chatId]?.title ?? ''}</span>
                {since === null ? null : <Elapsed since={since} />}
              </>
            }
            onSelect={() => {
              props.onLead('card')
              close()
              showCommand(card.chatId, card.id)
            }}
          >
            {name}
          </PaletteItem>,
          card.state.kind === 'stopping' ? null : (
            <PaletteItem
              key={`stop ${card.id}`}
              value={`stop ${card.id}`}
              keywords={[t('common:stop.name', { name }), card.command]}
              icon={Square}
              filled
              onSelect={() => {
                close()
                void stopCommand(card.id)
              }}
            >
              {t('common:stop.name', { name })}
            </PaletteItem>
          ),
        ]
      })}
    </Command.Group>
  )
}

function Chats(props: { onLead: Lead }) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  const chats = useChats()
  const list = useMemo(() => sortedChats(chats, null), [chats])
  if (list.length === 0) return null
  return (
    <Command.Group heading={t('chats')}>
      {list.map((chat) => {
        const title = chat.title === '' ? t('untitled') : chat.title
        return (
          <PaletteItem
            key={chat.id}
            value={`chat ${chat.id}`}
            keywords={[title]}
            icon={MessageSquare}
            end={format.ago(chat.updatedAt, now)}
            onSelect={() => {
              props.onLead('chat')
              selectChat(chat.id)
            }}
          >
            {title}
          </PaletteItem>
        )
      })}
    </Command.Group>
  )
}

function Commands(props: { onLead: Lead }) {
  const { t } = useTranslation('shell')
  const platform = useSettings((data) => data.app.platform)
  const sidebarHidden = useSettings((data) => data.settings.sidebarHidden)
  const chatId = useUi((ui) => ui.chatId)
  const running = useChats((state) => chatId !== null && state.byId[chatId]?.turn.kind === 'running')
  const then = (action: () => void) => () => {
    close()
    action()
  }
  const sidebar = sidebarHidden ? t('show-sidebar') : t('hide-sidebar')
  return (
    <Command.Group heading={t('palette.commands')}>
      <PaletteItem
        value="new-chat"
        keywords={[t('new-chat')]}
        icon={SquarePen}
        end={<Kbd>{keyText('N', platform)}</Kbd>}
        onSelect={then(() => {
          props.onLead('chat')
          void startChatHere()
        })}
      >
        {t('new-chat')}
      </PaletteItem>
      {running && chatId !== null ? (
        <PaletteItem
          value="stop-turn"
          keywords={[t('palette.stop-turn')]}
          icon={CircleStop}
          end={<Kbd>{keyText('.', platform)}</Kbd>}
          onSelect={then(() => void stopTurn(chatId))}
        >
          {t('palette.stop-turn')}
        </PaletteItem>
      ) : null}
      <PaletteItem
        value="search-chats"
        keywords={[t('palette.search'), t('palette.search.open')]}
        icon={TextSearch}
        end={<Kbd>{keyText('Shift F', platform)}</Kbd>}
        onSelect={() => showPalette('search')}
      >
        {t('palette.search.open')}
      </PaletteItem>
      <PaletteItem
        value="open-folder"
        keywords={[t('open-folder')]}
        icon={FolderOpen}
        onSelect={then(() => void openFolder())}
      >
        {t('open-folder')}
      </PaletteItem>
      <PaletteItem
        value="select-default-profile"
        // Also found by its parts in the language of the window.
        keywords={[t('profile.select-default'), t('profile.default'), 'shell']}
        icon={SquareTerminal}
        onSelect={() => showPalette('profiles')}
      >
        {t('profile.select-default')}
      </PaletteItem>
      <PaletteItem
        value="sidebar"
        keywords={[sidebar]}
        icon={PanelLeft}
        end={<Kbd>{keyText('B', platform)}</Kbd>}
        onSelect={then(() => void updateSettings({ sidebarHidden: !sidebarHidden }))}
      >
        {sidebar}
      </PaletteItem>
      <PaletteItem
        value="jobs"
        keywords={[t('jobs.dashboard')]}
        icon={LayoutList}
        end={<Kbd>{keyText('J', platform)}</Kbd>}
        onSelect={() => {
          props.onLead('jobs')
          showJobs()
        }}
      >
        {t('jobs.dashboard')}
      </PaletteItem>
      <HostCommands />
      {SETTINGS_PAGES.map((page) => {
        const label = `${t('settings')}: ${t(`settings.${page}`)}`
        return (
          <PaletteItem
            key={page}
            value={`settings-${page}`}
            keywords={[label]}
            icon={SlidersHorizontal}
            end={page === 'models' ? <Kbd>{keyText(',', platform)}</Kbd> : undefined}
            onSelect={() => showSettings(page)}
          >
            {label}
          </PaletteItem>
        )
      })}
      {THEMES.map((theme) => {
        const label = t('palette.theme', { theme: t(`appearance.theme.${theme}`) })
        return (
          <PaletteItem
            key={theme}
            value={`theme-${theme}`}
            keywords={[label]}
            icon={MonitorCog}
            onSelect={then(() => void updateSettings({ theme }))}
          >
            {label}
          </PaletteItem>
        )
      })}
    </Command.Group>
  )
}
