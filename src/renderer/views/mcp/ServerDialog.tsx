import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { McpServer } from '../../../shared/mcp'
import { saveServer } from '../../state/mcp-actions'
import { useSettings } from '../../state/stores'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field, TextArea, TextInput } from '../../ui/Field'
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
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const read = readServerDraft(draft, others)
  const change = (part: Partial<ServerDraft>): void => setDraft((was) => ({ ...was, ...part }))
  const error = (field: ServerField): string | null =>
    tried && 'wrong' in read && read.wrong.has(field) ? t(`mcp:form.${field}.bad`) : null

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if ('wrong' in read || busy) return
    setBusy(true)
    try {
      await saveServer(server?.name ?? null, read.server)
      onClose()
    } catch (failure) {
      setRefused(failure instanceof Error ? failure.message : String(failure))
    }
    setBusy(false)
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={server ? t('common:edit.name', { name: server.name }) : t('mcp:add.title')}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        <Field label={t('mcp:form.name')} hint={t('mcp:form.name.hint')} error={error('name')}>
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
            <Field label={t('mcp:form.command')} error={error('command')}>
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
            <Field label={t('mcp:form.env')} hint={t('mcp:form.env.hint')} error={error('env')}>
              {(field) => (
                <TextArea field={field} value={draft.env} onChange={(env) => change({ env })} rows={2} />
              )}
            </Field>
          </>
        ) : (
          <>
            <Field label={t('mcp:form.url')} error={error('url')}>
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
              error={error('headers')}
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
        <Field label={t('mcp:form.timeout')} hint={t('mcp:form.timeout.hint')} error={error('timeout')}>
          {(field) => (
            <TextInput
              field={field}
              value={draft.timeout}
              onChange={(timeout) => change({ timeout })}
              inputMode="numeric"
            />
          )}
        </Field>
        {refused === null ? null : (
          <p className="hint err" role="alert">
            {refused}
          </p>
        )}
        <footer>
          <Button kind="ghost" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {server ? t('common:save') : t('common:add')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
