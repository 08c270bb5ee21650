import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Component } from 'react'
import { i18n } from '../../i18n/i18n'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'

type Props = { children: ReactNode }
type State = { error: Error | null }

/** Keeps a broken part of the window from taking the rest along; the engine is not touched by it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <div className="empty crash" role="alert">
        <Icon icon={CircleAlert} size={20} className="c-err" />
        <b>{i18n.t('errors:crash.title')}</b>
        <span>{i18n.t('errors:crash.kept')}</span>
        <code className="crash-detail">{error.message}</code>
        <span className="crash-actions">
          <Button small onClick={() => this.setState({ error: null })}>
            {i18n.t('retry')}
          </Button>
          <Button small onClick={() => window.location.reload()}>
            {i18n.t('errors:crash.reload')}
          </Button>
        </span>
      </div>
    )
  }
}
