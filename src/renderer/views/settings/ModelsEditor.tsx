import { Plus, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import type { DraftProblems, ModelDraft, ModelField } from './connection-form'
import { modelDraft } from './connection-form'

const NEW_MODEL = {
  id: '',
  contextWindow: null,
  maxOutput: null,
  tools: true,
  images: false,
  reasoning: false,
}
const PRICES = ['priceInput', 'priceCached', 'priceOutput'] as const
const ABILITIES = ['tools', 'images', 'reasoning'] as const

/** What is known of each model of a connection; all of it can be set for servers that do not say (A-156). */
export function ModelsEditor(props: {
  models: readonly ModelDraft[]
  problems: DraftProblems['models']
  onChange: (models: ModelDraft[]) => void
}) {
  const { models, problems, onChange } = props
  const { t } = useTranslation(['shell', 'common'])
  const put = (changed: ModelDraft): void =>
    onChange(models.map((model) => (model.row === changed.row ? changed : model)))
  const add = (): void => {
    const row = Math.max(-1, ...models.map((model) => model.row)) + 1
    onChange([...models, modelDraft(NEW_MODEL, row)])
  }
  return (
    <fieldset className="models-editor">
      <legend className="label">{t('shell:connection.models')}</legend>
      <div className="plist">
        {models.length === 0 ? <p className="models-none">{t('shell:no-models-listed')}</p> : null}
        {models.map((model) => (
          <ModelRow
            key={model.row}
            model={model}
            problems={problems.get(model.row)}
            onChange={put}
            onRemove={() => onChange(models.filter((other) => other.row !== model.row))}
          />
        ))}
        <button type="button" className="models-add" onClick={add}>
          <Icon icon={Plus} size={14} />
          {t('shell:connection.model.add')}
        </button>
      </div>
    </fieldset>
  )
}

function ModelRow(props: {
  model: ModelDraft
  problems: ReadonlySet<ModelField> | undefined
  onChange: (model: ModelDraft) => void
  onRemove: () => void
}) {
  const { model, problems, onChange } = props
  const { t } = useTranslation(['shell', 'common'])
  const name = model.id === '' ? t('shell:connection.model') : model.id
  const amount = (
    field: Exclude<ModelField, 'id'>,
    label: string,
    unit: string,
    input: Pick<ComponentProps<'input'>, 'inputMode' | 'placeholder'>,
  ) => (
    <label key={field} className="model-number">
      <span>{label}</span>
      <input
        {...input}
        className={`input${problems?.has(field) ? ' is-err' : ''}`}
        value={model[field]}
        aria-invalid={problems?.has(field) || undefined}
        aria-label={`${name}: ${label}, ${unit}`}
        onChange={(event) => onChange({ ...model, [field]: event.target.value })}
      />
    </label>
  )
  const tokens = t('shell:connection.tokens')
  const wrong = wrongWords()
  return (
    <div className="model-row">
      <input
        className={`input mono${problems?.has('id') ? ' is-err' : ''}`}
        value={model.id}
        spellCheck={false}
        aria-label={t('shell:connection.model')}
        aria-invalid={problems?.has('id') || undefined}
        placeholder={t('shell:connection.model')}
        onChange={(event) => onChange({ ...model, id: event.target.value })}
      />
      <IconButton icon={X} size={12} label={t('common:remove.name', { name })} onClick={props.onRemove} />
      <div className="model-facts">
        {amount('contextWindow', t('shell:connection.window'), tokens, {
          inputMode: 'numeric',
          placeholder: t('shell:connection.unknown'),
        })}
        {amount('maxOutput', t('shell:connection.max-output'), tokens, {
          inputMode: 'numeric',
          placeholder: t('shell:connection.server-decides'),
        })}
        <span className="model-abilities">
          {ABILITIES.map((ability) => (
            <label key={ability} className="model-ability">
              <input
                type="checkbox"
                checked={model[ability]}
                aria-label={`${name}: ${t(`shell:connection.${ability}`)}`}
                onChange={(event) => onChange({ ...model, [ability]: event.target.checked })}
              />
              {t(`shell:connection.${ability}`)}
            </label>
          ))}
        </span>
      </div>
      <div className="model-facts">
        <span>{t('shell:connection.prices')}</span>
        {PRICES.map((field) =>
          amount(field, t(`shell:connection.${field}`), t('shell:connection.prices'), {
            inputMode: 'decimal',
          }),
        )}
      </div>
      {wrong === null ? null : (
        <span className="hint err" role="alert">
          {wrong}
        </span>
      )}
      {model.tools ? null : <span className="hint">{t('shell:connection.tools.off')}</span>}
    </div>
  )

  function wrongWords(): string | null {
    if (!problems || problems.size === 0) return null
    if (problems.has('id')) return t('shell:connection.model.bad')
    const isNumber = problems.has('contextWindow') || problems.has('maxOutput')
    return t(isNumber ? 'shell:connection.number.bad' : 'shell:connection.price.bad')
  }
}
