import { useEffect } from 'react'
import { markRead } from '../../state/chat-actions'
import { useChats } from '../../state/stores'
import { useUi } from '../../state/ui'
import { ChatView } from '../chat/ChatView'
import { ChatHeader } from '../header/ChatHeader'
import { TrustBanner } from '../mcp/TrustBanner'
import { Banners } from './Banners'
import { NoChat } from './NoChat'

/** The open chat below its header, or what to do when none is open. */
export function ChatArea() {
  const chatId = useUi((ui) => ui.chatId)
  const chat = useChats((state) => (chatId === null ? undefined : state.byId[chatId]))
  useMarkRead(chat?.unread === true ? chat.id : null)
  if (!chat) return <NoChat />
  return (
    <>
      <ChatHeader key={chat.id} chat={chat} />
      <Banners />
      <TrustBanner workspaceId={chat.workspaceId} />
      <div className="main-body">
        <ChatView key={chat.id} chatId={chat.id} />
      </div>
    </>
  )
}

/** A result is read once its chat is open in a window that is in front. */
function useMarkRead(unreadChat: Parameters<typeof markRead>[0] | null): void {
  useEffect(() => {
    if (unreadChat === null) return
    const mark = (): void => {
      if (document.hasFocus()) markRead(unreadChat)
    }
    mark()
    window.addEventListener('focus', mark)
    return () => window.removeEventListener('focus', mark)
  }, [unreadChat])
}
