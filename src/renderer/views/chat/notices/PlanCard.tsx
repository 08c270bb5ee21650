import { ListChecks } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary, Plan } from '../../../../shared/chat'
import { chooseMode } from '../../../state/permission-actions'
import { useChats } from '../../../state/stores'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/Icon'

/** What planning came to; while the chat is still in Plan, with the way out of it. */
export function PlanCard({ plan, chatId }: { plan: Plan; chatId: ChatSummary['id'] }) {
  const { t } = useTranslation(['chat', 'shell'])
  const headingId = useId()
  const isPlanning = useChats((chats) => chats.byId[chatId]?.mode === 'plan')
  return (
    <section className="plan-card" aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Icon icon={ListChecks} size={14} className="c-accent" />
        {plan.title}
      </h2>
      <ol>
        {plan.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Entries title={t('chat:plan.risks')} entries={plan.risks} />
      <Entries title={t('chat:plan.questions')} entries={plan.questions} />
      {isPlanning ? (
        <div className="plan-actions">
          {(['standard', 'auto'] as const).map((mode) => (
            <Button key={mode} small onClick={() => void chooseMode(chatId, mode)}>
              {t('chat:plan.switch', { mode: t(`shell:mode.${mode}`) })}
            </Button>
          ))}
        </div>
      ) : null}
    </section>
  )
}

function Entries({ title, entries }: { title: string; entries: readonly string[] }) {
  if (entries.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </>
  )
}
