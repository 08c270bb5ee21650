import { ExternalLink } from 'lucide-react'
import { externalLink } from '../../shared/external-link'
import { openLink } from '../state/command-actions'
import { Icon } from './Icon'

/**
 * The address a server printed, opened in the browser. An address that may not be opened from here, such as one of
 * another machine without encryption, stays text.
 */
export function ServerLink(props: {
  address: string
  className: string
  tabIndex?: number
  onFocus?: () => void
}) {
  const { address, className, tabIndex, onFocus } = props
  const url = externalLink(address)
  const text = address.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  if (url === null) return <span className={className}>{text}</span>
  return (
    <a
      className={className}
      href={url}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={(event) => {
        event.preventDefault()
        void openLink(url)
      }}
    >
      <span className="trunc">{text}</span>
      <Icon icon={ExternalLink} size={12} />
    </a>
  )
}
