import { BookOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RUNBOOK } from '../../../shared/models'
import { chooseRunbookFile, setChatModel, startChat } from '../../state/chat-actions'
import { selectChat } from '../../state/session'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { writeDraft } from '../chat/composer/drafts'
import { finishWith } from './finish'

/** No model: shell blocks run as they are. */
export function RunbookCard() {
  const { t } = useTranslation('shell')
  // The text waits in the message field of a new chat: the person sees what would run, then sends it.
  const open = async (): Promise<void> => {
    const file = await chooseRunbookFile()
    const chatId = file ? await startChat() : null
    if (!file || !chatId) return
    writeDraft(chatId, file.text)
    await setChatModel(chatId, RUNBOOK)
    await finishWith(RUNBOOK)
    selectChat(chatId)
  }
  return (
    <section className="frcard" aria-labelledby="first-run-runbook">
      <header>
        <Icon icon={BookOpen} />
        <span className="grow">
          <h2 id="first-run-runbook">{t('first-run.runbook')}</h2>
          <small>{t('first-run.runbook.hint')}</small>
        </span>
        <span className="fr-actions">
          <Button small kind="ghost" onClick={() => void open()}>
            {t('first-run.open-markdown')}
          </Button>
          <Button small onClick={() => void finishWith(RUNBOOK)}>
            {t('first-run.use-runbook')}
          </Button>
        </span>
      </header>
    </section>
  )
}
