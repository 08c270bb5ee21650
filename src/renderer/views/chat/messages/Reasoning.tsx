import { ChevronDown, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/Icon'
import { ScrollBox } from '../../../ui/ScrollBox'
import { Spinner } from '../../../ui/Spinner'
import { useDetails } from '../card/card-ui'
import { useOpenByHand } from '../reveal-context'
import { distanceToEnd, FOLLOW_PX } from '../scroll/follow-rule'
import type { AssistantItem } from '../transcript-rows'

/** What the model thought, folded; it never mixes with the answer. */
export function Reasoning({ item }: { item: AssistantItem }) {
  const { t } = useTranslation('chat')
  const [open, setOpen] = useDetails(`${item.id}:reasoning`)
  const box = useRef<HTMLDivElement>(null)
  const toggle = useOpenByHand(box, open, setOpen)
  const thinking = item.state === 'streaming' && item.text === ''
  return (
    <div ref={box} className="reasoning">
      <button type="button" className="reasoning-head" aria-expanded={open} onClick={() => toggle(!open)}>
        <Icon icon={open ? ChevronDown : ChevronRight} size={14} />
        {thinking ? t('turn.thinking') : t('message.reasoning')}
        {thinking ? <Spinner size={12} className="c-accent" /> : null}
      </button>
      {open ? <Thoughts text={item.reasoning} label={t('message.reasoning')} follows={thinking} /> : null}
    </div>
  )
}

/** Follows its end while the model thinks and the person is there, as the transcript does. */
function Thoughts(props: { text: string; label: string; follows: boolean }) {
  const { text, label, follows } = props
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the text has grown
  useLayoutEffect(() => {
    if (follows && isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [text, follows])
  return (
    <ScrollBox
      ref={box}
      className="reasoning-text"
      label={label}
      onScroll={({ currentTarget: { scrollTop: top, clientHeight: height, scrollHeight: content } }) => {
        isAtEnd.current = distanceToEnd({ top, height, content }) <= FOLLOW_PX
      }}
    >
      {text}
    </ScrollBox>
  )
}
