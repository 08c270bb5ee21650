import { FolderOpen, SquarePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { openFolder } from '../../state/chat-actions'
import { useChats } from '../../state/stores'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { Banners } from './Banners'
import { SidebarToggle } from './SidebarToggle'
import { startChatHere } from './start-chat'

/** The main area without a chat: open a folder, or start a chat in one that is open. */
export function NoChat() {
  const { t } = useTranslation('shell')
  const hasWorkspace = useChats((state) => state.workspaces.length > 0)
  return (
    <>
      <header className="chat-head">
        <SidebarToggle />
      </header>
      <Banners />
      <div className="main-body centered">
        {hasWorkspace ? (
          <div className="empty">
            <h1>{t('empty.no-chat')}</h1>
            <span>{t('empty.no-chat.hint')}</span>
            <Button kind="primary" onClick={() => void startChatHere()} data-region-focus>
              <Icon icon={SquarePen} size={14} />
              {t('new-chat')}
            </Button>
          </div>
        ) : (
          <div className="empty">
            <h1>{t('empty.no-workspace')}</h1>
            <span>{t('empty.no-workspace.hint')}</span>
            <Button kind="primary" onClick={() => void openFolder()} data-region-focus>
              <Icon icon={FolderOpen} size={14} />
              {t('open-folder')}
            </Button>
            <Button kind="ghost" onClick={() => void startChatHere()}>
              {t('empty.start-without')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
