import { ArrowUp, Square } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../../shared/chat'
import { MESSAGE_MAX_CHARS } from '../../../../shared/ipc'
import { isRunbook } from '../../../../shared/models'
import { useFormat } from '../../../i18n/use-format'
import { sendMessage, stopTurn } from '../../../state/chat-actions'
import { chooseMode, nextMode } from '../../../state/permission-actions'
import { Icon } from '../../../ui/Icon'
import { Tooltip } from '../../../ui/Tooltip'
import { ModeChip } from '../../header/ModeChip'
import { ModelPicker } from '../../header/ModelPicker'
import { AttachButton } from '../images/AttachButton'
import { ImageChips } from '../images/ImageChips'
import { pastedImages, useAttachedImages } from '../images/use-attached-images'
import { useBlindModel } from '../images/use-blind-model'
import { COMPLETION_ID, CompletionAnchor, choiceId } from './CompletionPopup'
import { ContextRing } from './ContextRing'
import { completed, completingAt } from './completion'
import { composerAction } from './composer-action'
import { readDraft, writeDraft } from './drafts'
import { createTabWay } from './tab-way'
import { type Choice, useCompletion } from './use-completion'

/** What the transcript may do with the composer. */
export type ComposerHandle = { focus(): void; put(text: string): void }

type ComposerProps = {
  chat: ChatSummary
  /** The last message the person sent, for Up in an empty field. */
  lastMessage: () => string | null
  onSent: () => void
  /** Esc: the person leaves the field. */
  onLeave: () => void
  handle: Ref<ComposerHandle>
}

/** The message field with what it is sent to. */
export function Composer({ chat, lastMessage, onSent, onLeave, handle }: ComposerProps) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const [text, setText] = useState(() => readDraft(chat.id))
  const field = useRef<HTMLTextAreaElement>(null)
  const [tabWay] = useState(createTabWay)
  const attached = useAttachedImages(chat.id)
  const action = composerAction(text, chat, attached.images.length)
  const [caret, setCaret] = useState<number | null>(null)
  const { offer, move, close } = useCompletion(chat.id, caret === null ? null : completingAt(text, caret))
  useGrowing(field, text)

  const change = (next: string) => {
    setText(next)
    writeDraft(chat.id, next)
  }
  useImperativeHandle(handle, () => ({
    focus: () => field.current?.focus({ preventScroll: true }),
    put: (next) => {
      change(next)
      field.current?.focus({ preventScroll: true })
    },
  }))

  const act = async () => {
    if (action.do === 'stop') return stopTurn(chat.id)
    if (action.do === 'nothing') return undefined
    const sent = text
    const images = attached.handOver()
    change('')
    onSent()
    const outcome = await sendMessage(chat.id, sent, images)
    if (outcome !== 'sent') attached.putBack(images)
    if (outcome !== 'refused') return undefined
    // Not sent: the text comes back, before whatever was typed meanwhile.
    const now = readDraft(chat.id)
    change(now === '' ? sent : `${sent}\n${now}`)
    return undefined
  }
  const choose = ({ value }: Choice) => {
    const { current } = field
    if (!offer || !current) return
    const done = completed(text, offer.completing, value)
    // Before the state follows: the caret must be set in the text it belongs to.
    current.value = done.text
    current.setSelectionRange(done.caret, done.caret)
    change(done.text)
    setCaret(done.caret)
  }
  /** True when the key belonged to the popup. */
  const completes = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const choice = offer?.choices[offer.at]
    if (!choice || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false
    switch (event.key) {
      case 'ArrowDown':
        move(1)
        return true
      case 'ArrowUp':
        move(-1)
        return true
      case 'Tab':
        choose(choice)
        return true
      case 'Enter':
        // What is typed out needs no choice: the message is sent.
        if (offer?.completing.query === choice.value) return false
        choose(choice)
        return true
      case 'Escape':
        close()
        return true
      default:
        return false
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    tabWay.keyDown(event.key)
    // While an input method composes, Enter and Up belong to it.
    if (event.nativeEvent.isComposing || event.keyCode === IME_KEY) return
    if (completes(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (action.do === 'send' || action.do === 'queue') void act()
    } else if (event.key === 'ArrowUp' && text === '') {
      const last = lastMessage()
      if (last === null) return
      event.preventDefault()
      change(last)
    } else if (event.key === 'Tab' && event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (tabWay.isPassing) return
      event.preventDefault()
      void chooseMode(chat.id, nextMode(chat.mode))
    } else if (event.key === 'Escape') onLeave()
  }
  return (
    <CompletionAnchor offer={offer} onChoose={choose}>
      <div
        className={`composer${chat.mode === 'bypass' ? ' bypass' : ''}${attached.isDropping ? ' drop' : ''}`}
      >
        <ImageChips
          images={attached.images}
          reading={attached.reading}
          blindModel={useBlindModel(chat)}
          onRemove={attached.remove}
        />
        <textarea
          ref={field}
          className="ta"
          rows={1}
          value={text}
          placeholder={usePlaceholder(chat, attached.isDropping)}
          aria-label={t('composer.label')}
          aria-invalid={action.do === 'nothing' && action.because === 'too-long'}
          data-region-focus
          aria-autocomplete="list"
          aria-controls={offer ? COMPLETION_ID : undefined}
          aria-activedescendant={offer ? choiceId(offer.at) : undefined}
          onChange={(event) => {
            change(event.target.value)
            setCaret(event.target.selectionStart)
          }}
          onPaste={(event) => {
            const files = pastedImages(event.clipboardData)
            if (files.length === 0) return
            event.preventDefault()
            attached.take(files)
          }}
          onBlur={() => {
            setCaret(null)
            tabWay.left()
          }}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => tabWay.keyUp(event.key)}
        />
        {action.do === 'nothing' && action.because === 'too-long' ? (
          <p className="hint err" role="status">
            {t('composer.too-long', { count: text.length, limit: format.number(MESSAGE_MAX_CHARS) })}
          </p>
        ) : null}
        <div className="bar">
          <AttachButton onFiles={attached.take} />
          <ModelPicker chat={chat} up />
          <ModeChip chat={chat} up />
          <span className="sp" />
          <ContextRing context={chat.context} usage={chat.usage} />
          <SendButton action={action.do} onClick={() => void act()} />
        </div>
      </div>
    </CompletionAnchor>
  )
}

/** `keyCode` of a key that an input method has taken; some report it without `isComposing`. */
const IME_KEY = 229

function SendButton(props: { action: 'send' | 'queue' | 'stop' | 'nothing'; onClick: () => void }) {
  const { action, onClick } = props
  const { t } = useTranslation('chat')
  const label =
    action === 'stop' ? t('turn.stop') : action === 'queue' ? t('composer.queue') : t('composer.send')
  const look = action === 'stop' ? ' halt' : action === 'nothing' ? ' off' : ''
  return (
    <Tooltip text={label} side="top">
      <button
        type="button"
        className={`send${look}`}
        aria-label={label}
        aria-disabled={action === 'nothing'}
        onClick={onClick}
      >
        {action === 'stop' ? <Icon icon={Square} size={12} filled /> : <Icon icon={ArrowUp} />}
      </button>
    </Tooltip>
  )
}

function usePlaceholder(chat: ChatSummary, isDropping: boolean): string {
  const { t } = useTranslation(['chat', 'permissions'])
  if (isDropping) return t('image.drop')
  if (chat.model === null) return t('composer.placeholder.no-model')
  if (chat.turn.kind === 'running') return t('composer.placeholder.running')
  if (chat.mode === 'bypass') return t('permissions:bypass.placeholder')
  return isRunbook(chat.model) ? t('composer.placeholder.runbook') : t('composer.placeholder')
}

/** Grows with its text; the style sheet limits it to ten lines. */
function useGrowing(field: { current: HTMLTextAreaElement | null }, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    const element = field.current
    const holder = element?.parentElement
    if (!element || !holder) return
    // The composer keeps its height meanwhile: if the transcript grew for a moment, it would lose its place.
    holder.style.minHeight = `${holder.offsetHeight}px`
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
    holder.style.minHeight = ''
  }, [field, text])
}
