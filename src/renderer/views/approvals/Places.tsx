import { EyeOff, Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalSettings } from '../../../shared/permissions'
import { shortPath } from '../../format/short-path'
import { useSettings } from '../../state/stores'
import { Icon } from '../../ui/Icon'

/** Rows shown before the rest is asked for. */
const FIRST_ROWS = 6

/** Where writing asks; for reading only, since no list may switch it off (S-391). */
export function ProtectedPaths({ paths }: { paths: readonly string[] }) {
  const { t } = useTranslation('permissions')
  const [all, setAll] = useState(false)
  const shown = all ? paths : paths.slice(0, FIRST_ROWS)
  return (
    <section>
      <h3>{t('page.protected')}</h3>
      <ul className="plist">
        {shown.map((path) => (
          <li key={path}>
            <Icon icon={Lock} size={14} className="c-3" />
            <code className="trunc">{path}</code>
            <small>{t('page.built-in')}</small>
            <span />
          </li>
        ))}
      </ul>
      {paths.length > shown.length ? (
        <button type="button" className="more-link" onClick={() => setAll(true)}>
          {t('page.protected.all', { count: paths.length })}
        </button>
      ) : null}
      <p className="hint">{t('page.protected.hint')}</p>
    </section>
  )
}

/** The ignore file of each open folder (S-399). */
export function IgnoreFiles({ files }: { files: ApprovalSettings['ignoreFiles'] }) {
  const { t } = useTranslation('permissions')
  const homeDir = useSettings((data) => data.app.homeDir)
  return (
    <section>
      <h3>{t('page.ignored')}</h3>
      {files.length === 0 ? null : (
        <ul className="plist">
          {files.map(({ workspaceId, path, file, patterns }) => (
            <li key={workspaceId} title={patterns.join('\n')}>
              <Icon icon={EyeOff} size={14} className="c-3" />
              <code className="trunc">
                {shortPath(path, homeDir)}
                {file === null ? '' : `/${file}`}
              </code>
              <small>
                {file === null ? t('page.ignored.none') : t('page.ignored.count', { count: patterns.length })}
              </small>
              <span />
            </li>
          ))}
        </ul>
      )}
      <p className="hint">{t('page.ignored.hint')}</p>
    </section>
  )
}
