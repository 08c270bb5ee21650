import { assertNever } from '../../../shared/assert-never'
import type { Shown } from '../../../shared/ipc'
import { selectChat, showCommand } from '../../state/session'
import { readAppData } from '../../state/stores'
import { showJobs } from '../../state/ui'
import { startChatHere } from '../layout/start-chat'

/** Brings what was clicked in the tray or in a notification into view. */
export function showWish(show: Shown): void {
  switch (show.kind) {
    case 'chat':
      // It may have been deleted since.
      if (!readAppData()?.chats.byId[show.chatId]) return
      if (show.commandId) showCommand(show.chatId, show.commandId)
      else selectChat(show.chatId)
      break
    case 'new-chat':
      void startChatHere()
      break
    case 'jobs':
      showJobs()
      break
    default:
      assertNever(show, 'wish')
  }
}
