import { Target } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatNotice } from '../../../../shared/chat'
import { SystemLine } from './SystemLine'

type GoalNotice = Extract<ChatNotice, { type: 'goal-set' | 'goal-ended' }>

/** Where a goal begins, and where it ends and why (S-253). */
export function GoalLine({ notice, at }: { notice: GoalNotice; at: number }) {
  const { t } = useTranslation('agenda')
  if (notice.type === 'goal-set')
    return (
      <SystemLine icon={Target} at={at}>
        {t(`goal.set.${notice.by}`, { goal: notice.condition })}
      </SystemLine>
    )
  const { condition: goal, how, reason, turns } = notice
  const isTrouble = how === 'failed' || how === 'limit' || how === 'given-up'
  return (
    <SystemLine icon={Target} {...(isTrouble ? { tone: 'warn' } : {})} at={at}>
      {t(`goal.ended.${how}`, { goal, count: turns })}
      {reason === '' ? null : ` · ${reason}`}
    </SystemLine>
  )
}
