import type { LucideIcon } from 'lucide-react'
import { Ban, CircleCheck, Hand, ShieldBan } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalDecision, PermissionMode } from '../../../shared/permissions'
import { PERMISSION_MODES, TRIED_COMMAND_MAX_CHARS } from '../../../shared/permissions'
import { tryCommand, usePermissions } from '../../state/permission-actions'
import { useUi } from '../../state/ui'
import { Icon } from '../../ui/Icon'
import { Segmented } from '../../ui/Segmented'
import { MarkedCommand } from '../chat/card/MarkedCommand'
import { ReasonLine } from '../chat/card/ReasonLine'

type Tried = { command: string; decision: ApprovalDecision }

/** Says what would happen to a command while it is written; nothing runs (S-395). */
export function TryCommand() {
  const { t } = useTranslation(['permissions', 'shell'])
  const workspaceId = useUi((ui) => ui.workspaceId)
  // A rule that changes on this page changes the answer.
  const approvals = usePermissions((state) => state.approvals)
  const [command, setCommand] = useState('')
  const [mode, setMode] = useState<PermissionMode>('standard')
  const [tried, setTried] = useState<Tried | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rules decide the answer
  useEffect(() => {
    let isLate = false
    if (command.trim() === '') {
      setTried(null)
      return undefined
    }
    tryCommand({ command, workspaceId, mode }).then(
      (decision) => {
        if (!isLate) setTried({ command, decision })
      },
      () => {
        if (!isLate) setTried(null)
      },
    )
    return () => {
      isLate = true
    }
  }, [command, mode, workspaceId, approvals])
  return (
    <section>
      <h3>{t('permissions:page.try')}</h3>
      <div className="try">
        <input
          className="input mono"
          value={command}
          maxLength={TRIED_COMMAND_MAX_CHARS}
          aria-label={t('permissions:page.try')}
          placeholder={t('permissions:page.try.placeholder')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setCommand(event.target.value)}
        />
        <Segmented
          label={t('permissions:page.try.mode')}
          value={mode}
          onChange={setMode}
          options={PERMISSION_MODES.map((value) => ({ value, label: t(`shell:mode.${value}`) }))}
        />
      </div>
      <div role="status" className="tried">
        {tried ? <Answer {...tried} /> : <p className="hint">{t('permissions:page.try.hint')}</p>}
      </div>
    </section>
  )
}

const LOOKS: Record<ApprovalDecision['decision'] | 'blocked', { icon: LucideIcon; tone: string }> = {
  allow: { icon: CircleCheck, tone: 'c-ok' },
  ask: { icon: Hand, tone: 'c-warn' },
  refuse: { icon: Ban, tone: 'c-err' },
  blocked: { icon: ShieldBan, tone: 'c-err' },
}

function Answer({ command, decision }: Tried) {
  const { t } = useTranslation('permissions')
  const answer = decision.blocked && decision.decision === 'ask' ? 'blocked' : decision.decision
  const { icon, tone } = LOOKS[answer]
  return (
    <>
      <p className="tried-answer">
        <Icon icon={icon} size={14} className={tone} />
        {t(`page.try.${answer}`)}
      </p>
      <code className="cmd full">
        <MarkedCommand text={command} places={decision.decision === 'allow' ? [] : decision.reasons} />
      </code>
      {decision.reasons.map((reason) => (
        <ReasonLine key={`${reason.rule} ${reason.start} ${reason.segment}`} reason={reason} />
      ))}
    </>
  )
}
