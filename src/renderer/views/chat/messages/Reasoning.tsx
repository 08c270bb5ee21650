import { ChevronDown, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/Icon'
import { ScrollBox } from '../../../ui/ScrollBox'
import { Spinner } from '../../../ui/Spinner'
import { useOpenByHand } from '../reveal-context'
import type { AssistantItem } from '../transcript-rows'

/** What the model thought, folded; it never mixes with the answer. */
export function Reasoning({ item }: { item: AssistantItem }) {
  const { t } = useTranslation('chat')
  const [open, setOpen] = useState(false)
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
      {open ? (
        <ScrollBox className="reasoning-text" label={t('message.reasoning')}>
          {item.reasoning}
        </ScrollBox>
      ) : null}
    </div>
  )
}
