import { ChevronDown } from 'lucide-react'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patternProblem } from '../../../../shared/pattern-problem'
import { PATTERN_MAX_CHARS } from '../../../../shared/permissions'
import type { Remember } from '../../../state/command-actions'
import { Button } from '../../../ui/Button'
import { Field, TextInput } from '../../../ui/Field'
import { Icon } from '../../../ui/Icon'
import { Popover } from '../../../ui/Popover'
import { Segmented } from '../../../ui/Segmented'

const PANEL_WIDTH_PX = 340
const PROBLEMS = { empty: 'always.empty', every: 'always.every', long: 'always.long' } as const
const SCOPES = ['chat', 'workspace', 'everywhere'] as const

/** Where “always allow” holds unless the person says otherwise: a script of one project is no script of another. */
export const USUAL_SCOPE: Remember['scope'] = 'workspace'

/** Approves and remembers: at once as proposed, or with other patterns and another scope. */
export function AlwaysAllow(props: { patterns: readonly string[]; onAlways: (remember: Remember) => void }) {
  const { patterns, onAlways } = props
  const { t } = useTranslation('permissions')
  const [open, setOpen] = useState(false)
  const [first, ...more] = patterns
  return (
    <span className="split">
      <Button onClick={() => onAlways({ patterns: [...patterns], scope: USUAL_SCOPE })}>
        <span>
          {t('always')} <code>{first}</code>
          {more.length > 0 ? ` +${more.length}` : null}
        </span>
      </Button>
      <Popover
        label={t('always.title')}
        width={PANEL_WIDTH_PX}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className="btn" aria-label={t('always.edit')}>
            <Icon icon={ChevronDown} size={14} />
          </button>
        }
      >
        <Panel
          patterns={patterns}
          onDone={(remember) => {
            setOpen(false)
            onAlways(remember)
          }}
        />
      </Popover>
    </span>
  )
}

function Panel(props: { patterns: readonly string[]; onDone: (remember: Remember) => void }) {
  const { t } = useTranslation('permissions')
  const [patterns, setPatterns] = useState(() => [...props.patterns])
  const [scope, setScope] = useState<Remember['scope']>(USUAL_SCOPE)
  const problems = patterns.map(patternProblem)
  const words = (problem: (typeof problems)[number] | undefined) =>
    problem ? t(PROBLEMS[problem], { max: PATTERN_MAX_CHARS }) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (problems.every((problem) => problem === null)) props.onDone({ patterns, scope })
  }
  return (
    // Y and N in the panel are letters, not answers to the card.
    <form className="always" onSubmit={submit} onKeyDown={(event) => event.stopPropagation()}>
      {patterns.map((pattern, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are neither added nor moved
          key={index}
          label={patterns.length === 1 ? t('always.title') : t('always.pattern', { number: index + 1 })}
          error={words(problems[index])}
        >
          {(field) => (
            <TextInput
              field={field}
              mono
              value={pattern}
              onChange={(text) => setPatterns((now) => now.map((one, at) => (at === index ? text : one)))}
            />
          )}
        </Field>
      ))}
      <div className="field">
        <span id="always-scope">{t('always.in')}</span>
        <Segmented
          value={scope}
          onChange={setScope}
          labelledBy="always-scope"
          options={SCOPES.map((value) => ({ value, label: t(`always.${value}`) }))}
        />
      </div>
      <div className="row-end">
        <Button kind="primary" type="submit">
          {t('always')}
        </Button>
      </div>
    </form>
  )
}
