import { Target } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import { GOAL_TURNS_MAX } from '../../../shared/goal'
import { endGoal } from '../../state/chat-actions'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { Popover } from '../../ui/Popover'
import { ScrollBox } from '../../ui/ScrollBox'

const MENU_WIDTH_PX = 320

/** What the chat works towards, with a way to end it; not there without a goal (S-253). */
export function GoalMenu({ chat }: { chat: ChatSummary }) {
  const { t } = useTranslation('agenda')
  const { goal } = chat
  if (!goal) return null
  const used = { used: goal.turns, max: GOAL_TURNS_MAX }
  return (
    <Popover
      label={t('goal')}
      width={MENU_WIDTH_PX}
      trigger={
        <button type="button" className="termbtn" aria-label={t('goal.label', used)}>
          <Icon icon={Target} />
          {goal.turns}
        </button>
      }
    >
      <h2 className="menu-label">{t('goal')}</h2>
      <div className="goal-menu">
        <ScrollBox className="goal-text" label={t('goal')}>
          {goal.condition}
        </ScrollBox>
        <div className="goal-foot">
          <span className="c-3">{t('goal.turns', used)}</span>
          <Button small onClick={() => void endGoal(chat.id)}>
            {t('goal.end')}
          </Button>
        </div>
      </div>
    </Popover>
  )
}
