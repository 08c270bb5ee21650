import { PanelLeft, Search, SquarePen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateSettings } from '../../state/settings-actions'
import { useSettings } from '../../state/stores'
import { setDrawer, showPalette, useUi } from '../../state/ui'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { Kbd } from '../../ui/Kbd'
import { ResizeHandle } from '../../ui/ResizeHandle'
import { BackgroundJobs } from '../jobs/BackgroundJobs'
import { keyText } from '../layout/keys'
import { startChatHere } from '../layout/start-chat'
import { ChatList } from './ChatList'
import { SidebarFoot } from './SidebarFoot'
import { WorkspaceSwitcher } from './WorkspaceSwitcher'

/** Chats above, jobs below; each scrolls alone and the line between them drags (ui.md 3). */
export function Sidebar(props: {
  /** The line that drags its width. */
  edge: ReactNode
}) {
  const { t } = useTranslation('shell')
  const platform = useSettings((data) => data.app.platform)
  const drawerOpen = useUi((ui) => ui.drawerOpen)
  const [chatsHeight, setChatsHeight] = useState<number | null>(readChatsHeight)
  const hide = (): void => {
    if (drawerOpen) setDrawer(false)
    else void updateSettings({ sidebarHidden: true })
  }
  return (
    <nav className="sidebar" aria-label={t('region.sidebar')} data-region="sidebar">
      <div className="titlebar">
        <span className="grow" />
        <IconButton
          icon={Search}
          size={16}
          large
          label={t('search-and-commands')}
          hint={<Kbd>{keyText('K', platform)}</Kbd>}
          onClick={() => showPalette('all')}
        />
        <IconButton
          icon={PanelLeft}
          size={16}
          large
          label={t('hide-sidebar')}
          hint={<Kbd>{keyText('B', platform)}</Kbd>}
          onClick={hide}
        />
      </div>
      <WorkspaceSwitcher />
      <button type="button" className="newchat" onClick={() => void startChatHere()}>
        <Icon icon={SquarePen} />
        {t('new-chat')}
        <Kbd>{keyText('N', platform)}</Kbd>
      </button>
      <ChatList height={chatsHeight} />
      <ResizeHandle
        label={t('resize-jobs')}
        orientation="horizontal"
        value={chatsHeight ?? DEFAULT_CHATS_HEIGHT}
        min={MIN_CHATS_HEIGHT}
        max={Math.max(MIN_CHATS_HEIGHT, window.innerHeight - OTHER_HEIGHT)}
        onMove={setChatsHeight}
        onDone={(height) => {
          setChatsHeight(height)
          window.localStorage.setItem(CHATS_HEIGHT_KEY, String(height))
        }}
        onReset={() => {
          setChatsHeight(null)
          window.localStorage.removeItem(CHATS_HEIGHT_KEY)
        }}
      />
      <BackgroundJobs />
      <SidebarFoot />
      {props.edge}
    </nav>
  )
}

const CHATS_HEIGHT_KEY = 'vigil.chats-height'
const MIN_CHATS_HEIGHT = 84
const DEFAULT_CHATS_HEIGHT = 200
/** What the rest of the sidebar needs at least: strip, switcher, button, label, jobs and foot. */
const OTHER_HEIGHT = 320

/** Height of the chat list in this window, in pixels; null lets it take what it needs up to 45 %. */
function readChatsHeight(): number | null {
  const stored = Number(window.localStorage.getItem(CHATS_HEIGHT_KEY))
  return Number.isFinite(stored) && stored >= MIN_CHATS_HEIGHT ? stored : null
}
