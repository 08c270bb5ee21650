import type { LucideIcon } from 'lucide-react'
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleStop,
  CircleX,
  Hand,
  Hourglass,
  LoaderCircle,
  MessageCircleQuestion,
  Server,
  ShieldBan,
  Unlink,
  Unplug,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatBadge } from '../../shared/chat'
import type { CommandStatus } from '../../shared/command'
import type { IconSize } from './Icon'
import { Icon } from './Icon'
import { Tooltip } from './Tooltip'

/** Every status a command or a chat row can show. */
export type StateWord = CommandStatus | Exclude<ChatBadge, 'none'> | 'blocked' | 'server' | 'left-behind'

type Look = { icon: LucideIcon | 'dot'; tone: 'warn' | 'off' | 'accent' | 'ok' | 'err'; spins?: true }

// ui.md 2. A state is shape and colour together; words that share a shape mean the same to a person.
const LOOKS: Record<StateWord, Look> = {
  'needs-approval': { icon: Hand, tone: 'warn' },
  question: { icon: MessageCircleQuestion, tone: 'warn' },
  pending: { icon: Hand, tone: 'warn' },
  blocked: { icon: ShieldBan, tone: 'err' },
  rejected: { icon: Ban, tone: 'off' },
  preparing: { icon: CircleDashed, tone: 'off' },
  'not-started': { icon: CircleX, tone: 'err' },
  running: { icon: LoaderCircle, tone: 'accent', spins: true },
  background: { icon: Hourglass, tone: 'accent' },
  server: { icon: Server, tone: 'accent' },
  stopping: { icon: LoaderCircle, tone: 'warn', spins: true },
  succeeded: { icon: CircleCheck, tone: 'ok' },
  failed: { icon: CircleX, tone: 'err' },
  stopped: { icon: CircleStop, tone: 'warn' },
  cancelled: { icon: CircleMinus, tone: 'off' },
  interrupted: { icon: Unplug, tone: 'off' },
  'left-behind': { icon: Unlink, tone: 'warn' },
  waiting: { icon: Hourglass, tone: 'accent' },
  unread: { icon: 'dot', tone: 'accent' },
}

/** The sign of a state, named with it. `label` overrides the name, for example with what a chat waits for. */
export function StateIcon(props: {
  state: StateWord
  size?: IconSize
  label?: string
  /** Set where the state stands next to it as text: the icon is then not read a second time. */
  decorative?: boolean
  className?: string
}) {
  const { state, size = 16, decorative = false, className = '' } = props
  const { t } = useTranslation()
  const look = LOOKS[state]
  const label = props.label ?? t(`state.${state}`)
  const sign =
    look.icon === 'dot' ? (
      <span className="dot" />
    ) : (
      <Icon icon={look.icon} size={size} className={`c-${look.tone}${look.spins ? ' spin' : ''}`} />
    )
  if (decorative) {
    return (
      <span className={`state-icon ${className}`} aria-hidden="true">
        {sign}
      </span>
    )
  }
  return (
    <Tooltip text={label}>
      <span className={`state-icon ${className}`} role="img" aria-label={label}>
        {sign}
      </span>
    </Tooltip>
  )
}
