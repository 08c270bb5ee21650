import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../../shared/chat'
import { isAlive } from '../../../../shared/command'
import { stopCommands } from '../../../state/command-actions'
import { useCommands } from '../../../state/stores'
import { Button } from '../../../ui/Button'

/** Files cannot go back under running commands: says so, and can stop them. */
export function RunningNote({ chat }: { chat: ChatSummary }) {
  const { t } = useTranslation('chat')
  const byId = useCommands((commands) => commands.byId)
  const alive = Object.values(byId).filter((card) => card.chatId === chat.id && isAlive(card.state))
  return (
    <p className="hint warn">
      {t('go-back.running', { count: chat.running })}{' '}
      <Button small onClick={() => void stopCommands(alive.map(({ id }) => id))}>
        {t('go-back.stop-commands')}
      </Button>
    </p>
  )
}
