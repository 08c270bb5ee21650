import { CircleAlert, ShieldBan } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ApprovalReason } from '../../../../shared/command'
import type { DecisionReason } from '../../../../shared/permissions'
import { Icon } from '../../../ui/Icon'
import { fillSlots, slot } from '../text-slots'
import { RUIN, reasonWords } from './reason-words'

/** One cause of a question, in one line. */
export function ReasonLine({ reason }: { reason: ApprovalReason | DecisionReason }) {
  const { t } = useTranslation('permissions')
  const { key, segment, subject, rule } = reasonWords(reason)
  const isRuin = RUIN.has(rule)
  return (
    <div className={`reason${isRuin ? ' err' : ''}`}>
      <Icon icon={isRuin ? ShieldBan : CircleAlert} size={14} />
      <span>
        {fillSlots(t(key, { segment: slot(0), subject: slot(1) }), [
          <code key="segment">{segment}</code>,
          <code key="subject">{subject}</code>,
        ])}
      </span>
    </div>
  )
}
