import { useTranslation } from 'react-i18next'
import type { LocalAnswer } from '../../../shared/chat'
import { showSettings } from '../../state/ui'

/** The answer to `/mcp`: the servers as they were then, and the way to their page. */
export function McpAnswer({ servers }: Pick<Extract<LocalAnswer, { type: 'mcp' }>, 'servers'>) {
  const { t } = useTranslation('mcp')
  return (
    <>
      {servers.length === 0 ? t('answer.empty') : t('answer')}
      {servers.length === 0 ? null : (
        <ul className="help-list">
          {servers.map(({ name, state, tools, message }) => (
            <li key={name}>
              <code>{name}</code>
              {' · '}
              {state === 'ready' ? t('state.ready', { count: tools }) : t(`state.${state}`)}
              {message === null ? null : `: ${message}`}
            </li>
          ))}
        </ul>
      )}{' '}
      <button type="button" className="more-link" onClick={() => showSettings('mcp')}>
        {t('answer.open')}
      </button>
    </>
  )
}
