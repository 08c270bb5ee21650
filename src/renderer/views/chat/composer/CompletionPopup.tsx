import { File, Folder, SquareSlash } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/Icon'
import { commandWords } from '../command-words'
import type { Choice, Offer } from './use-completion'

/** Names the popup for the field that drives it. */
export const COMPLETION_ID = 'composer-completion'
export const choiceId = (at: number) => `${COMPLETION_ID}-${at}`

/** Shows the list over the field, when there is one; the field keeps the focus and the keys. */
export function CompletionAnchor(props: {
  offer: Offer | null
  onChoose: (choice: Choice) => void
  children: ReactNode
}) {
  const { offer, onChoose, children } = props
  return (
    <Popover.Root open={offer !== null}>
      <Popover.Anchor asChild>{children}</Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          side="top"
          sideOffset={6}
          collisionPadding={8}
          className="completion"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {offer ? <Choices offer={offer} onChoose={onChoose} /> : null}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Choices(props: { offer: Offer; onChoose: (choice: Choice) => void }) {
  const { offer, onChoose } = props
  const { t } = useTranslation('chat')
  const isPath = offer.completing.kind === 'path'
  return (
    <div
      className="menu"
      role="listbox"
      id={COMPLETION_ID}
      aria-label={t(isPath ? 'completion.files' : 'completion.commands')}
    >
      {offer.choices.map((choice, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        <div
          key={choice.value}
          id={choiceId(at)}
          className={`menu-item${at === offer.at ? ' is-hover' : ''}`}
          role="option"
          aria-label={isPath ? choice.value : undefined}
          aria-selected={at === offer.at}
          tabIndex={-1}
          // The field must not lose the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          {isPath ? <PathRow path={choice.value} /> : <CommandRow choice={choice} />}
        </div>
      ))}
    </div>
  )
}

function PathRow({ path }: { path: string }) {
  const isFolder = path.endsWith('/')
  const cut = path.replace(/\/$/, '').lastIndexOf('/') + 1
  return (
    <>
      <Icon icon={isFolder ? Folder : File} size={14} />
      <span className="path-row mono">
        <span className="trunc c-3">{path.slice(0, cut)}</span>
        <span className="trunc">{path.slice(cut)}</span>
      </span>
    </>
  )
}

function CommandRow({ choice }: { choice: Choice }) {
  const { t } = useTranslation('chat')
  const words = commandWords(choice.value, choice.isCustom)
  return (
    <>
      <Icon icon={SquareSlash} size={14} />
      <span className="trunc">
        /{choice.value} {words === null ? null : <span className="c-3">{t(words)}</span>}
      </span>
    </>
  )
}
