import { CircleAlert, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AppBanner } from '../../../shared/ipc'
import { actionFailureText } from '../../i18n/failure-text'
import { dismissCrash, useHost } from '../../state/host'
import { dismissBanner } from '../../state/settings-actions'
import { useBanners } from '../../state/stores'
import type { ActionFailure } from '../../state/ui'
import { dismissFailure, useUi } from '../../state/ui'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'

/** Under the header: what happened at start, and the last action that failed. */
export function Banners() {
  const banners = useBanners((state) => state.list)
  const failure = useUi((ui) => ui.failure)
  const crash = useHost((host) => host.state?.crash ?? null)
  return (
    <div className="banners">
      {crash ? <CrashBanner ended={crash.ended} /> : null}
      {banners.map((banner) => (
        <StartBanner key={banner.id} banner={banner} />
      ))}
      {failure ? <FailureBanner failure={failure} /> : null}
    </div>
  )
}

/** The page ended unexpectedly; what that meant for commands is said where a person starts to wonder (S-350). */
function CrashBanner(props: { ended: number }) {
  const { t } = useTranslation(['host', 'common'])
  const ended = props.ended > 0 ? t('host:crash.ended', { count: props.ended }) : ''
  return (
    <div className="banner warn" role="status">
      <Icon icon={TriangleAlert} size={14} />
      <span className="banner-text">
        {t('host:crash.line')} {ended}
      </span>
      <IconButton icon={X} label={t('common:dismiss')} onClick={() => void dismissCrash()} />
    </div>
  )
}

function StartBanner(props: { banner: AppBanner }) {
  const { t } = useTranslation(['shell', 'common'])
  const { banner } = props
  return (
    <div className="banner warn" role="status">
      <Icon icon={TriangleAlert} size={14} />
      <span className="banner-text">
        {t(`shell:banner.${banner.type}`, { reason: banner.reason, movedTo: banner.movedTo })}
      </span>
      <IconButton icon={X} label={t('common:dismiss')} onClick={() => void dismissBanner(banner.id)} />
    </div>
  )
}

/** What did not happen, why, and Retry where trying again makes sense. */
export function FailureBanner(props: { failure: ActionFailure }) {
  const { t } = useTranslation()
  const { failure } = props
  const { what, why } = actionFailureText(failure)
  return (
    <div className="banner err" role="alert">
      <Icon icon={CircleAlert} size={14} />
      <span className="banner-text">
        {what} {why}
      </span>
      {failure.retry ? (
        <Button small onClick={failure.retry}>
          {t('retry')}
        </Button>
      ) : null}
      <IconButton icon={X} label={t('dismiss')} onClick={dismissFailure} />
    </div>
  )
}
