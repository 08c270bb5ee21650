import { BookOpen, ChevronDown, Cpu, Globe, SlidersHorizontal } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import { isRunbook, RUNBOOK } from '../../../shared/models'
import { useFormat } from '../../i18n/use-format'
import { setChatModel } from '../../state/chat-actions'
import type { ModelChoice } from '../../state/models'
import { modelChoices, modelKey, modelOfKey } from '../../state/models'
import { useConnections, useSettings } from '../../state/stores'
import { showSettings } from '../../state/ui'
import { Icon } from '../../ui/Icon'
import { Menu, MenuChoice, MenuChoices, MenuGroup, MenuItem, MenuNote, MenuSeparator } from '../../ui/Menu'

/** The model of a chat. `up` opens the menu upward, for the composer. */
export function ModelPicker(props: { chat: ChatSummary; up?: boolean }) {
  const { chat, up = false } = props
  const { t } = useTranslation('shell')
  const connections = useSettings((data) => data.settings.connections)
  const statuses = useConnections()
  const choices = useMemo(() => modelChoices(connections, statuses), [connections, statuses])
  const name = isRunbook(chat.model) ? t('runbook.short') : chat.model?.model
  const empty = choices.local.length + choices.cloud.length === 0
  return (
    <Menu
      align={up ? 'start' : 'end'}
      side={up ? 'top' : 'bottom'}
      label={t('choose-model')}
      trigger={
        <button
          type="button"
          className={`picker${name === undefined ? ' unset' : ''}`}
          aria-label={name === undefined ? t('choose-model') : t('model', { name })}
        >
          <Icon icon={isRunbook(chat.model) ? BookOpen : Cpu} size={14} />
          <span className="trunc">{name ?? t('choose-model')}</span>
          <Icon icon={ChevronDown} size={12} />
        </button>
      }
    >
      <MenuChoices
        value={chat.model ? modelKey(chat.model) : ''}
        onChange={(key) => void setChatModel(chat.id, modelOfKey(key))}
      >
        <ChoiceGroup
          label={t('local')}
          icon={Cpu}
          choices={choices.local}
          severalServers={severalServers(choices.local)}
        />
        <ChoiceGroup
          label={t('cloud')}
          icon={Globe}
          choices={choices.cloud}
          severalServers={severalServers(choices.cloud)}
        />
        {empty ? <MenuNote>{t('models.empty')}</MenuNote> : null}
        <MenuSeparator />
        <MenuChoice value={modelKey(RUNBOOK)} icon={BookOpen}>
          {t('runbook-no-model')}
        </MenuChoice>
      </MenuChoices>
      <MenuItem icon={SlidersHorizontal} onSelect={() => showSettings('models')}>
        {t('model-settings')}
      </MenuItem>
    </Menu>
  )
}

function severalServers(choices: readonly ModelChoice[]): boolean {
  return new Set(choices.map((choice) => choice.connection.id)).size > 1
}

function ChoiceGroup(props: {
  label: string
  icon: typeof Cpu
  choices: readonly ModelChoice[]
  severalServers: boolean
}) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  if (props.choices.length === 0) return null
  return (
    <MenuGroup label={props.label}>
      {props.choices.map(({ ref, info, connection, obstacle }) => {
        const facts = [
          props.severalServers ? connection.label : null,
          obstacle ? t(obstacle) : info.contextWindow === null ? null : format.tokens(info.contextWindow),
          info.tools ? null : t('no-tools'),
        ]
        return (
          <MenuChoice
            key={modelKey(ref)}
            value={modelKey(ref)}
            icon={props.icon}
            end={facts.filter((fact) => fact !== null).join(', ')}
          >
            <span className={obstacle ? 'c-3' : ''}>{info.id}</span>
          </MenuChoice>
        )
      })}
    </MenuGroup>
  )
}
