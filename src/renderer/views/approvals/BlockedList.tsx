import { Plus, ShieldBan, X } from 'lucide-react'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalSettings } from '../../../shared/permissions'
import { setBlocked } from '../../state/permission-actions'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { PatternField } from './PatternField'

/** What asks in every mode (S-372…S-381). */
export function BlockedList({ blocked }: { blocked: ApprovalSettings['blocked'] }) {
  const { t } = useTranslation('permissions')
  const [pattern, setPattern] = useState('')
  const { patterns, defaults, isDefault } = blocked
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (pattern.trim() !== '' && (await setBlocked([...patterns, pattern]))) setPattern('')
  }
  return (
    <section>
      <div className="section-head">
        <h3>{t('page.blocked')}</h3>
        {isDefault ? null : (
          <Button small kind="ghost" onClick={() => void setBlocked(null)}>
            {t('page.blocked.reset')}
          </Button>
        )}
      </div>
      <ul className="plist">
        {patterns.map((one) => (
          <li key={one}>
            <Icon icon={ShieldBan} size={14} className="c-err" />
            <code className="trunc">{one}</code>
            <small>{defaults.includes(one) ? t('page.built-in') : t('page.blocked.custom')}</small>
            <IconButton
              icon={X}
              label={t('page.remove', { pattern: one })}
              onClick={() => void setBlocked(patterns.filter((other) => other !== one))}
            />
          </li>
        ))}
        <li className="rule-form">
          <form onSubmit={(event) => void add(event)}>
            <Icon icon={Plus} size={14} className="c-3" />
            <PatternField
              label={t('page.blocked.add')}
              placeholder={t('page.blocked.placeholder')}
              value={pattern}
              onChange={setPattern}
              onEscape={() => setPattern('')}
            />
            <Button small type="submit">
              {t('page.add.do')}
            </Button>
          </form>
        </li>
      </ul>
      <p className="hint">{t('page.blocked.hint')}</p>
    </section>
  )
}
