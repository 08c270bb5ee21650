import { Check, ChevronsUpDown, Folder, FolderX, GitBranch, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { checkWorkspaces, openFolder, showWorkspace } from '../../state/chat-actions'
import { useChats } from '../../state/stores'
import { useUi } from '../../state/ui'
import { BrandMark } from '../../ui/BrandMark'
import { Icon } from '../../ui/Icon'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu'

/** The folder whose chats are listed; its menu names all open folders and what runs in them. */
export function WorkspaceSwitcher() {
  const { t } = useTranslation('shell')
  const workspaces = useChats((state) => state.workspaces)
  const chats = useChats((state) => state.byId)
  const shown = useUi((ui) => ui.workspaceId)
  const workspace = workspaces.find((one) => one.id === shown)
  const running = useMemo(() => {
    const counts = new Map<string, number>()
    for (const chat of Object.values(chats)) {
      counts.set(chat.workspaceId, (counts.get(chat.workspaceId) ?? 0) + chat.running)
    }
    return counts
  }, [chats])
  if (workspaces.length === 0) {
    return (
      <button type="button" className="ws" onClick={() => void openFolder()}>
        <BrandMark />
        <span className="grow">
          <b className="trunc">{t('open-folder')}</b>
          <span className="branch">
            <span className="trunc">{t('workspace.none')}</span>
          </span>
        </span>
        <Icon icon={Plus} size={14} className="c-3" />
      </button>
    )
  }
  const name = workspace?.name ?? t('workspace.none')
  return (
    <Menu
      align="start"
      label={t('workspace', { name })}
      onOpen={checkWorkspaces}
      trigger={
        <button type="button" className="ws" aria-label={t('workspace', { name })} title={workspace?.path}>
          <BrandMark />
          <span className="grow">
            <b className="trunc">{name}</b>
            <span className="branch">
              {workspace?.missing ? (
                <span className="trunc c-warn">{t('workspace.missing')}</span>
              ) : workspace?.branch ? (
                <>
                  <Icon icon={GitBranch} size={12} />
                  <span className="trunc">{workspace.branch}</span>
                </>
              ) : (
                <span className="trunc">{workspace?.path}</span>
              )}
            </span>
          </span>
          <Icon icon={ChevronsUpDown} size={14} className="c-3" />
        </button>
      }
    >
      {workspaces.map((one) => {
        const count = running.get(one.id) ?? 0
        return (
          <MenuItem
            key={one.id}
            icon={one.missing ? FolderX : Folder}
            onSelect={() => showWorkspace(one.id)}
            end={
              <span className="menu-end">
                {one.missing ? t('workspace.missing') : count > 0 ? t('workspace.running', { count }) : null}
                {one.id === shown ? <Icon icon={Check} size={14} /> : null}
              </span>
            }
          >
            {one.name}
          </MenuItem>
        )
      })}
      <MenuSeparator />
      <MenuItem icon={Plus} onSelect={() => void openFolder()}>
        {t('open-folder')}
      </MenuItem>
    </Menu>
  )
}
