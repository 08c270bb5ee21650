import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection, ConnectionStatus } from '../../../shared/models'
import { connectionKindSchema } from '../../../shared/models'
import { isLocalAddress } from '../../format/address'
import {
  addConnection,
  refreshConnection,
  setConnectionKey,
  updateConnection,
} from '../../state/settings-actions'
import { useSettings } from '../../state/stores'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field, TextArea, TextInput } from '../../ui/Field'
import { Select } from '../../ui/Select'
import type { ConnectionDraft } from './connection-form'
import { draftOf, fieldsOf, newDraft, PRESETS, problemsOf, withKind } from './connection-form'
import { ModelsEditor } from './ModelsEditor'
import { NoKeyring } from './NoKeyring'

/** A connection: new (null) or changed. A new one is checked at once; its models appear when the server lists them. */
export function ConnectionDialog(props: {
  connection: Connection | null
  onClose: () => void
  /** Called with a new connection once it was checked. */
  onAdded?: (status: ConnectionStatus) => void
}) {
  const { connection, onClose } = props
  const { t } = useTranslation(['shell', 'common'])
  const secrets = useSettings((data) => data.app.secrets)
  const canStore = secrets.available
  const [draft, setDraft] = useState<ConnectionDraft>(() =>
    connection ? draftOf(connection) : newDraft('ollama', canStore),
  )
  const [key, setKey] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const problems = problemsOf(draft)
  const error = (field: 'label' | 'url' | 'key-env' | 'headers'): string | null =>
    tried && problems.fields.has(field) ? t(`shell:connection.${field}.bad`) : null
  const change = (over: Partial<ConnectionDraft>): void => setDraft((was) => ({ ...was, ...over }))

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    const fields = fieldsOf(draft)
    if (!fields || busy) return
    setBusy(true)
    const done = connection
      ? (await updateConnection({ connectionId: connection.id, ...fields })) !== null
      : await add(fields)
    setBusy(false)
    if (done) onClose()
  }
  const add = async (fields: NonNullable<ReturnType<typeof fieldsOf>>): Promise<boolean> => {
    const { models: _models, ...input } = fields
    const added = await addConnection(input)
    if (!added) return false
    if (key.trim() !== '') await setConnectionKey(added.id, key.trim())
    const checked = await refreshConnection(added.id)
    props.onAdded?.(checked ?? added)
    return true
  }
  const remote = !isLocalAddress(draft.baseUrl)
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={connection ? t('common:edit.name', { name: connection.label }) : t('shell:connection.new')}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        <div className="form-pair">
          <Field label={t('shell:connection.kind')}>
            {(field) => (
              <Select
                id={field.id}
                label={t('shell:connection.kind')}
                value={draft.kind}
                groups={[
                  {
                    label: null,
                    options: connectionKindSchema.options.map((kind) => ({
                      value: kind,
                      label: t(`shell:connection.kind.${kind}`),
                    })),
                  },
                ]}
                onChange={(value) => {
                  const kind = connectionKindSchema.safeParse(value)
                  if (kind.success) setDraft(withKind(draft, kind.data, canStore))
                }}
              />
            )}
          </Field>
          <Field label={t('shell:connection.label')} error={error('label')}>
            {(field) => (
              <TextInput field={field} value={draft.label} onChange={(label) => change({ label })} />
            )}
          </Field>
        </div>
        <Field label={t('shell:connection.url')} hint={t('shell:connection.url.hint')} error={error('url')}>
          {(field) => (
            <TextInput
              field={field}
              value={draft.baseUrl}
              onChange={(baseUrl) => change({ baseUrl })}
              placeholder={PRESETS[draft.kind].baseUrl}
              inputMode="url"
              mono
            />
          )}
        </Field>
        {connection === null && remote && canStore ? (
          <Field label={t('shell:key.title')} hint={t('shell:key.stored-where')}>
            {(field) => (
              <TextInput
                field={field}
                type="password"
                value={key}
                onChange={setKey}
                placeholder={t('shell:key.paste')}
                mono
              />
            )}
          </Field>
        ) : null}
        {remote && !secrets.available ? (
          <NoKeyring code={secrets.code} variable={draft.keyEnv || 'VIGIL_API_KEY'} />
        ) : null}
        <Field
          label={t('shell:connection.key-env')}
          hint={t('shell:connection.key-env.hint')}
          error={error('key-env')}
        >
          {(field) => (
            <TextInput field={field} value={draft.keyEnv} onChange={(keyEnv) => change({ keyEnv })} mono />
          )}
        </Field>
        <Field
          label={t('shell:connection.headers')}
          hint={t('shell:connection.headers.hint')}
          error={error('headers')}
        >
          {(field) => (
            <TextArea
              field={field}
              rows={2}
              value={draft.headers}
              onChange={(headers) => change({ headers })}
            />
          )}
        </Field>
        {connection ? (
          <ModelsEditor
            models={draft.models}
            problems={tried ? problems.models : new Map()}
            onChange={(models) => change({ models })}
          />
        ) : null}
        <footer>
          <Button kind="ghost" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {connection ? t('common:save') : t('common:add')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
