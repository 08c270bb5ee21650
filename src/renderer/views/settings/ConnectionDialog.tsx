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
import { Field, TextArea, TextInput } from '../../ui/Field'
import { FormDialog } from '../../ui/FormDialog'
import { Select } from '../../ui/Select'
import type { ConnectionDraft } from './connection-form'
import { draftOf, fieldsOf, newDraft, PRESETS, problemsOf, withKind } from './connection-form'
import { KeyField } from './KeyField'
import { ModelsEditor } from './ModelsEditor'
import { NoKeyring } from './NoKeyring'
import { TestResult } from './TestResult'
import { useConnectionTest } from './use-connection-test'

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
  const problems = problemsOf(draft)
  const error = (wasTried: boolean, field: 'label' | 'url' | 'key-env' | 'headers'): string | null =>
    wasTried && problems.fields.has(field) ? t(`shell:connection.${field}.bad`) : null
  const change = (over: Partial<ConnectionDraft>): void => setDraft((was) => ({ ...was, ...over }))

  const fields = fieldsOf(draft)
  const { isTesting, result, test } = useConnectionTest(
    fields && tested(fields, connection?.id ?? null, key.trim() === '' ? null : key.trim()),
  )
  const save = async (fields: NonNullable<ReturnType<typeof fieldsOf>>): Promise<boolean> =>
    connection ? (await updateConnection({ connectionId: connection.id, ...fields })) !== null : add(fields)
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
    <FormDialog
      title={connection ? t('common:edit.name', { name: connection.label }) : t('shell:connection.new')}
      action={connection ? t('common:save') : t('common:add')}
      wide
      save={fields && (() => save(fields))}
      onClose={onClose}
      aside={
        <Button className="footer-start" busy={isTesting} disabled={fields === null} onClick={test}>
          {t('shell:connection.test')}
        </Button>
      }
    >
      {(wasTried) => (
        <>
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
            <Field label={t('shell:connection.label')} error={error(wasTried, 'label')}>
              {(field) => (
                <TextInput field={field} value={draft.label} onChange={(label) => change({ label })} />
              )}
            </Field>
          </div>
          <Field
            label={t('shell:connection.url')}
            hint={t('shell:connection.url.hint')}
            error={error(wasTried, 'url')}
          >
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
          {connection === null && remote && canStore ? <KeyField value={key} onChange={setKey} /> : null}
          {remote && !secrets.available ? (
            <NoKeyring code={secrets.code} variable={draft.keyEnv || 'VIGIL_API_KEY'} />
          ) : null}
          <Field
            label={t('shell:connection.key-env')}
            hint={t('shell:connection.key-env.hint')}
            error={error(wasTried, 'key-env')}
          >
            {(field) => (
              <TextInput field={field} value={draft.keyEnv} onChange={(keyEnv) => change({ keyEnv })} mono />
            )}
          </Field>
          <Field
            label={t('shell:connection.headers')}
            hint={t('shell:connection.headers.hint')}
            error={error(wasTried, 'headers')}
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
              problems={wasTried ? problems.models : new Map()}
              onChange={(models) => change({ models })}
            />
          ) : null}
          {result ? <TestResult result={result} onRetry={test} /> : null}
        </>
      )}
    </FormDialog>
  )
}

/** What of the fields a try needs. */
function tested(
  { models: _models, ...fields }: NonNullable<ReturnType<typeof fieldsOf>>,
  connectionId: Connection['id'] | null,
  key: string | null,
) {
  return { ...fields, connectionId, key }
}
