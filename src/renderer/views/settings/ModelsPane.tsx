import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../../../shared/models'
import { RUNBOOK } from '../../../shared/models'
import type { ModelChoice } from '../../state/models'
import { modelChoices, modelKey, modelOfKey } from '../../state/models'
import { removeConnection, updateSettings } from '../../state/settings-actions'
import { useConnections, useSettings } from '../../state/stores'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/Dialog'
import { Icon } from '../../ui/Icon'
import { Select } from '../../ui/Select'
import { ConnectionDialog } from './ConnectionDialog'
import { ConnectionRow } from './ConnectionRow'
import { SettingRow } from './SettingRow'

/** Where models come from, with what is wrong at each place and how to mend it. */
export function ModelsPane() {
  const { t } = useTranslation(['shell', 'common'])
  const connections = useSettings((data) => data.settings.connections)
  const [editing, setEditing] = useState<Connection | 'new' | null>(null)
  const [removing, setRemoving] = useState<Connection | null>(null)
  return (
    <>
      <div>
        <h2>{t('shell:settings.models')}</h2>
        <p className="lead">{t('shell:models.lead')}</p>
      </div>
      <div>
        {connections.length === 0 ? <p className="setrow c-2">{t('shell:models.empty')}</p> : null}
        {connections.map((connection) => (
          <ConnectionRow
            key={connection.id}
            connection={connection}
            onEdit={() => setEditing(connection)}
            onRemove={() => setRemoving(connection)}
          />
        ))}
        <DefaultModelRow />
      </div>
      <div>
        <Button onClick={() => setEditing('new')}>
          <Icon icon={Plus} size={14} />
          {t('shell:models.add')}
        </Button>
      </div>
      {editing === null ? null : (
        <ConnectionDialog connection={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => setRemoving(open ? removing : null)}
        title={t('shell:models.remove.title', { name: removing?.label ?? '' })}
        body={t('shell:models.remove.body')}
        action={t('common:remove')}
        onConfirm={() => {
          if (removing) void removeConnection(removing.id)
        }}
      />
    </>
  )
}

/** Stands for "none"; no model key looks like it. */
const NONE = 'none'

function DefaultModelRow() {
  const { t } = useTranslation('shell')
  const connections = useSettings((data) => data.settings.connections)
  const current = useSettings((data) => data.settings.defaultModel)
  const statuses = useConnections()
  const choices = useMemo(() => modelChoices(connections, statuses), [connections, statuses])
  const options = (list: readonly ModelChoice[]) =>
    list.map(({ ref, info, connection, obstacle }) => ({
      value: modelKey(ref),
      label: info.id,
      detail: obstacle ? t(obstacle) : connection.label,
    }))
  const groups = [
    {
      label: null,
      options: [
        { value: NONE, label: t('models.default.none') },
        { value: modelKey(RUNBOOK), label: t('runbook-no-model') },
      ],
    },
    { label: t('local'), options: options(choices.local) },
    { label: t('cloud'), options: options(choices.cloud) },
  ]
  const known = groups
    .flatMap((group) => group.options)
    .some(({ value }) => current && value === modelKey(current))
  // A model that its server no longer lists is still the default: it is shown as it is.
  if (current && !known)
    groups.push({ label: null, options: [{ value: modelKey(current), label: current.model }] })
  return (
    <SettingRow name={t('models.default')} hint={t('models.default.hint')}>
      {(id) => (
        <Select
          labelledBy={id}
          value={current ? modelKey(current) : NONE}
          groups={groups.filter((group) => group.options.length > 0)}
          onChange={(value) =>
            void updateSettings({ defaultModel: value === NONE ? null : modelOfKey(value) })
          }
        />
      )}
    </SettingRow>
  )
}
