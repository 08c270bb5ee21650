import { usePermissions } from '../../state/permission-actions'
import { useChats } from '../../state/stores'
import { BypassDialog } from './BypassDialog'
import { RestoreDialog } from './RestoreDialog'

/** The dialogs about modes, whoever opened them. They close with their chat. */
export function ModeDialogs() {
  const dialog = usePermissions((state) => state.dialog)
  const chat = useChats((chats) => (dialog ? chats.byId[dialog.chatId] : undefined))
  if (!dialog || !chat) return null
  return dialog.kind === 'bypass' ? <BypassDialog chat={chat} /> : <RestoreDialog chat={chat} />
}
