import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { McpServer } from '../../../shared/mcp'
import { saveServer } from '../../state/mcp-actions'
import { useSettings } from '../../state/stores'
import { Field, TextArea, TextInput } from '../../ui/Field'
import { FormDialog } from '../../ui/FormDialog'
import { Segmented } from '../../ui/Segmented'
import {
  newServerDraft,
  readServerDraft,
  type ServerDraft,
  type ServerField,
  serverDraft,
} from './server-form'

/** A server of the settings: new (null) or changed. */
export function ServerDialog(props: {
  server: McpServer | null
  /** Names that are taken. */
  others: readonly string[]
  onClose: () => void
}) {
  const { server, others, onClose } = props
  const { t } = useTranslation(['mcp', 'common'])
  const canStore = useSettings((data) => data.app.secrets.available)
  const [draft, setDraft] = useState<ServerDraft>(() => (server ? serverDraft(server) : newServerDraft()))
  const read = readServerDraft(draft, others)
  const change = (part: Partial<ServerDraft>): void => setDraft((was) => ({ ...was, ...part }))
  const error = (wasTried: boolean, field: ServerField): string | null =>
    wasTried && 'wrong' in read && read.wrong.has(field) ? t(`mcp:form.${field}.bad`) : null

  const save =
    'wrong' in read
      ? null
      : async () => {
          await saveServer(server?.name ?? null, read.server)
          return true
        }
  return (
    <FormDialog
      title={server ? t('common:edit.name', { name: server.name }) : t('mcp:add.title')}
      action={server ? t('common:save') : t('common:add')}
      wide
      save={save}
      onClose={onClose}
    >
      {(wasTried) => (
        <>
          <Field label={t('mcp:form.name')} hint={t('mcp:form.name.hint')} error={error(wasTried, 'name')}>
            {(field) => (
              <TextInput
                field={field}
                value={draft.name}
                onChange={(name) => change({ name })}
                placeholder="files"
                mono
              />
            )}
          </Field>
          <Segmented
            label={t('mcp:form.kind')}
            value={draft.kind}
            options={[
              { value: 'stdio', label: t('mcp:form.kind.stdio') },
              { value: 'http', label: t('mcp:form.kind.http') },
            ]}
            onChange={(kind) => change({ kind })}
          />
          {draft.kind === 'stdio' ? (
            <>
              <Field label={t('mcp:form.command')} error={error(wasTried, 'command')}>
                {(field) => (
                  <TextInput
                    field={field}
                    value={draft.command}
                    onChange={(command) => change({ command })}
                    placeholder="npx"
                    mono
                  />
                )}
              </Field>
              <Field label={t('mcp:form.args')} hint={t('mcp:form.args.hint')}>
                {(field) => (
                  <TextArea field={field} value={draft.args} onChange={(args) => change({ args })} rows={3} />
                )}
              </Field>
              <Field label={t('mcp:form.env')} hint={t('mcp:form.env.hint')} error={error(wasTried, 'env')}>
                {(field) => (
                  <TextArea field={field} value={draft.env} onChange={(env) => change({ env })} rows={2} />
                )}
              </Field>
            </>
          ) : (
            <>
              <Field label={t('mcp:form.url')} error={error(wasTried, 'url')}>
                {(field) => (
                  <TextInput
                    field={field}
                    value={draft.url}
                    onChange={(url) => change({ url })}
                    placeholder="https://example.com/mcp"
                    inputMode="url"
                    mono
                  />
                )}
              </Field>
              <Field
                label={t('mcp:form.headers')}
                hint={t(canStore ? 'mcp:form.headers.hint' : 'mcp:form.headers.no-keyring')}
                error={error(wasTried, 'headers')}
              >
                {(field) => (
                  <TextArea
                    field={field}
                    value={draft.headers}
                    onChange={(headers) => change({ headers })}
                    rows={2}
                  />
                )}
              </Field>
            </>
          )}
          <Field
            label={t('mcp:form.timeout')}
            hint={t('mcp:form.timeout.hint')}
            error={error(wasTried, 'timeout')}
          >
            {(field) => (
              <TextInput
                field={field}
                value={draft.timeout}
                onChange={(timeout) => change({ timeout })}
                inputMode="numeric"
              />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
