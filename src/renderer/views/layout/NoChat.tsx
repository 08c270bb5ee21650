import { FolderOpen, SquarePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { createChat, openFolder } from '../../state/chat-actions'
import { useChats } from '../../state/stores'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { Banners } from './Banners'
import { SidebarToggle } from './SidebarToggle'

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
            <b>{t('empty.no-chat')}</b>
            <span>{t('empty.no-chat.hint')}</span>
            <Button kind="primary" onClick={() => void createChat()} data-region-focus>
              <Icon icon={SquarePen} size={14} />
              {t('new-chat')}
            </Button>
          </div>
        ) : (
          <div className="empty">
            <b>{t('empty.no-workspace')}</b>
            <span>{t('empty.no-workspace.hint')}</span>
            <Button kind="primary" onClick={() => void openFolder()} data-region-focus>
              <Icon icon={FolderOpen} size={14} />
              {t('open-folder')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
