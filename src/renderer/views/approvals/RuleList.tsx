import { Check, Pencil, Plus, X } from 'lucide-react'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patternProblem } from '../../../shared/pattern-problem'
import type { AllowRule, RuleScope } from '../../../shared/permissions'
import { addRule, editRule, removeRule } from '../../state/permission-actions'
import { useChats } from '../../state/stores'
import { useUi } from '../../state/ui'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { Segmented } from '../../ui/Segmented'
import { PatternField } from './PatternField'

/** The person's patterns, each with where it holds and what it last let run (S-388, A-035). */
export function RuleList({ rules }: { rules: readonly AllowRule[] }) {
  const { t } = useTranslation('permissions')
  const [editing, setEditing] = useState<string | null>(null)
  return (
    <section>
      <h3>{t('page.allowed')}</h3>
      <ul className="plist rules">
        {rules.map((rule) =>
          rule.id === editing ? (
            <EditRow key={rule.id} rule={rule} onDone={() => setEditing(null)} />
          ) : (
            <li key={rule.id}>
              <Icon icon={Check} size={14} className="c-ok" />
              <span className="rule-what">
                <code className="trunc">{rule.pattern}</code>
                <small className="trunc">
                  {rule.lastUsed ? t('page.used', { command: rule.lastUsed.command }) : t('page.unused')}
                </small>
              </span>
              <ScopeName scope={rule.scope} />
              <IconButton
                icon={Pencil}
                label={t('page.edit', { pattern: rule.pattern })}
                onClick={() => setEditing(rule.id)}
              />
              <IconButton
                icon={X}
                label={t('page.remove', { pattern: rule.pattern })}
                onClick={() => void removeRule(rule.id)}
              />
            </li>
          ),
        )}
        <AddRow />
      </ul>
      {rules.length === 0 ? <p className="hint">{t('page.allowed.empty')}</p> : null}
    </section>
  )
}

function EditRow(props: { rule: AllowRule; onDone: () => void }) {
  const { rule, onDone } = props
  const { t } = useTranslation('permissions')
  const [pattern, setPattern] = useState(rule.pattern)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (patternProblem(pattern) !== null) return
    if (pattern.trim() === rule.pattern || (await editRule(rule.id, pattern))) onDone()
  }
  return (
    <li className="rule-form">
      <form onSubmit={(event) => void submit(event)}>
        <PatternField
          label={t('page.edit.field')}
          value={pattern}
          onChange={setPattern}
          onEscape={onDone}
          focus
        />
        <Button small type="submit">
          {t('page.edit.save')}
        </Button>
      </form>
    </li>
  )
}

function AddRow() {
  const { t } = useTranslation('permissions')
  const [pattern, setPattern] = useState('')
  const [scope, setScope] = useState<'workspace' | 'everywhere'>('workspace')
  const workspaceId = useUi((ui) => ui.workspaceId)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (patternProblem(pattern) !== null) return
    const isHere = scope === 'workspace' && workspaceId !== null
    if (await addRule(pattern, isHere ? { kind: scope, workspaceId } : { kind: 'everywhere' })) setPattern('')
  }
  return (
    <li className="rule-form">
      <form onSubmit={(event) => void submit(event)}>
        <Icon icon={Plus} size={14} className="c-3" />
        <PatternField
          label={t('page.add')}
          placeholder={t('page.add.placeholder')}
          value={pattern}
          onChange={setPattern}
          onEscape={() => setPattern('')}
        />
        {workspaceId === null ? null : (
          <Segmented
            label={t('page.add.scope')}
            value={scope}
            onChange={setScope}
            options={[
              { value: 'workspace', label: t('always.workspace') },
              { value: 'everywhere', label: t('always.everywhere') },
            ]}
          />
        )}
        <Button small type="submit">
          {t('page.add.do')}
        </Button>
      </form>
    </li>
  )
}

function ScopeName({ scope }: { scope: RuleScope }) {
  const { t } = useTranslation(['permissions', 'shell'])
  const chats = useChats()
  if (scope.kind === 'everywhere') return <small>{t('permissions:scope.everywhere')}</small>
  if (scope.kind === 'workspace') {
    const known = chats.workspaces.find(({ path }) => path === scope.root)
    return <small title={scope.root}>{known?.name ?? scope.root}</small>
  }
  const chat = Object.values(chats.byId).find(({ id }) => id === scope.chatId)
  const title = chat?.title || t('shell:untitled')
  return <small title={title}>{t('permissions:scope.chat')}</small>
}
