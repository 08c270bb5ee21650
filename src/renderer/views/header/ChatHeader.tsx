import { Folder } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import { shortPath } from '../../format/short-path'
import { useWaitingBadge } from '../../i18n/use-waiting'
import { renameChat } from '../../state/chat-actions'
import { useSettings } from '../../state/stores'
import { Icon } from '../../ui/Icon'
import { StateIcon } from '../../ui/StateIcon'
import { Tooltip } from '../../ui/Tooltip'
import { TerminalMenu } from '../jobs/TerminalMenu'
import { SidebarToggle } from '../layout/SidebarToggle'
import { focusComposerSoon } from '../layout/start-chat'
import { ChatMenu } from './ChatMenu'
import { GoalMenu } from './GoalMenu'
import { ModeChip } from './ModeChip'
import { ModelPicker } from './ModelPicker'
import { ScheduleMenu } from './ScheduleMenu'
import { TitleField } from './TitleField'

/** Title, folder, model, mode, terminals and the rest of the actions of the open chat. */
export function ChatHeader(props: { chat: ChatSummary }) {
  const { chat } = props
  const { t } = useTranslation('shell')
  const homeDir = useSettings((data) => data.app.homeDir)
  const [renaming, setRenaming] = useState(false)
  const [terminals, setTerminals] = useState(false)
  const waitingFor = useWaitingBadge()
  const title = chat.title === '' ? t('untitled') : chat.title
  return (
    <header className="chat-head">
      <SidebarToggle />
      {chat.waiting ? <StateIcon state="waiting" label={waitingFor(chat.waiting)} /> : null}
      {renaming ? (
        <TitleField
          title={chat.title}
          onDone={(changed, by) => {
            setRenaming(false)
            // Whoever clicked elsewhere has put the focus there already.
            if (by === 'key') focusComposerSoon()
            if (changed !== null && changed !== chat.title) void renameChat(chat.id, changed)
          }}
        />
      ) : (
        <h1 className="trunc" title={title}>
          {title}
        </h1>
      )}
      {chat.archivedAt === null ? null : <span className="tag">{t('archived')}</span>}
      <Tooltip text={chat.workspacePath}>
        <span className="cwd">
          <Icon icon={Folder} size={12} />
          <span className="trunc">{shortPath(chat.workspacePath, homeDir)}</span>
        </span>
      </Tooltip>
      <ModelPicker chat={chat} />
      <ModeChip chat={chat} />
      <GoalMenu chat={chat} />
      <ScheduleMenu chat={chat} />
      <TerminalMenu chatId={chat.id} place="header" open={terminals} onOpenChange={setTerminals} />
      <ChatMenu chat={chat} onRename={() => setRenaming(true)} />
    </header>
  )
}
