import { useEffect } from 'react'
import { assertNever } from '../../../shared/assert-never'
import { stopTurn } from '../../state/chat-actions'
import { moveToBackground } from '../../state/command-actions'
import type { AppData } from '../../state/data'
import { nextNeedsYou } from '../../state/needs-you'
import { sortedChats } from '../../state/selection'
import { selectChat, showCommand } from '../../state/session'
import { updateSettings } from '../../state/settings-actions'
import { readAppData } from '../../state/stores'
import { setDrawer, showChatView, showJobs, showPalette, showSettings, useUi } from '../../state/ui'
import { focusNextNeedsYou } from '../chat/chat-focus'
import type { Shortcut } from './keys'
import { shortcutOf } from './keys'
import { isNarrow } from './narrow'
import { focusRegion } from './regions'
import { focusComposerSoon, startChatHere } from './start-chat'

/** Listens to the keys of the whole window. Dialogs and menus that are open keep theirs. */
export function useShortcuts(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const data = readAppData()
      if (!data || event.defaultPrevented) return
      const shortcut = shortcutOf(event, data.settings.app.platform)
      if (
        !shortcut ||
        (document.querySelector('[role="dialog"], [role="alertdialog"]') && shortcut.do !== 'palette')
      ) {
        return
      }
      // Held keys repeat; none of these should.
      event.preventDefault()
      if (!event.repeat) perform(shortcut)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function perform(shortcut: Shortcut): void {
  const data = readAppData()
  const ui = useUi.getState()
  // The first-run screen has nothing but itself.
  if (!data || ui.view.kind === 'first-run') return
  switch (shortcut.do) {
    case 'palette':
      showPalette(ui.palette === 'closed' ? 'all' : 'closed')
      break
    case 'search':
      showPalette('search')
      break
    case 'new-chat':
      void startChatHere()
      break
    case 'sidebar':
      toggleSidebar()
      break
    case 'jobs':
      if (ui.view.kind !== 'jobs') showJobs()
      else {
        showChatView()
        focusComposerSoon()
      }
      break
    case 'settings':
      showSettings()
      break
    case 'chat': {
      const chat = sortedChats(data.chats, ui.workspaceId)[shortcut.position - 1]
      if (chat) selectChat(chat.id)
      break
    }
    case 'next-needs-you':
      toNextNeedsYou(data)
      break
    case 'stop-turn':
      if (ui.chatId !== null) void stopTurn(ui.chatId)
      break
    case 'to-background': {
      const card = Object.values(data.commands.byId).find(
        (one) => one.chatId === ui.chatId && one.state.kind === 'running',
      )
      if (card) void moveToBackground(card.id)
      break
    }
    case 'region':
      focusRegion(shortcut.back)
      break
    default:
      assertNever(shortcut, 'shortcut')
  }
}

/** The next waiting card of the open chat; after its last one, the next chat that has one. */
function toNextNeedsYou(data: AppData): void {
  if (useUi.getState().view.kind === 'chat' && focusNextNeedsYou()) return
  const chat = nextNeedsYou(sortedChats(data.chats, null), useUi.getState().chatId)
  if (!chat) return
  const card = Object.values(data.commands.byId).find(
    (one) => one.chatId === chat.id && one.state.kind === 'pending',
  )
  if (card) showCommand(chat.id, card.id)
  else selectChat(chat.id)
}

function toggleSidebar(): void {
  if (isNarrow()) {
    setDrawer(!useUi.getState().drawerOpen)
    return
  }
  const hidden = readAppData()?.settings.settings.sidebarHidden ?? false
  void updateSettings({ sidebarHidden: !hidden })
}
