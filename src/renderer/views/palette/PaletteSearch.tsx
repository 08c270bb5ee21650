import { Command } from 'cmdk'
import { Bot, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundText } from '../../../shared/chat'
import { useFormat } from '../../i18n/use-format'
import { searchChats } from '../../state/chat-actions'
import { showEntry } from '../../state/session'
import { useChats } from '../../state/stores'
import { showPalette } from '../../state/ui'
import { Icon } from '../../ui/Icon'

/** Pause in typing after which all chats are searched, in milliseconds. */
const TYPING_PAUSE_MS = 120

/** What was said in any chat: each row is a message or an answer, and leads to it. */
export function PaletteSearch(props: { query: string; onLead: (to: 'card') => void }) {
  const { t } = useTranslation('shell')
  const chats = useChats((state) => state.byId)
  const format = useFormat()
  const found = useFound(props.query)
  return found.map((hit) => (
    <Command.Item
      key={hit.entryId}
      value={hit.entryId}
      className="menu-item two"
      onSelect={() => {
        props.onLead('card')
        showPalette('closed')
        showEntry(hit.chatId, hit.entryId)
      }}
    >
      <Icon icon={hit.who === 'user' ? UserRound : Bot} />
      <span className="grow">
        <span className="trunc menu-text">{chats[hit.chatId]?.title || t('untitled')}</span>
        <span className="d found">
          {hit.parts.map((part, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one excerpt never change places
            part.isFound ? <mark key={index}>{part.text}</mark> : part.text,
          )}
        </span>
      </span>
      <span className="r">{format.started(hit.at)}</span>
    </Command.Item>
  ))
}

function useFound(query: string): readonly FoundText[] {
  const [found, setFound] = useState<readonly FoundText[]>([])
  useEffect(() => {
    let isLate = false
    const timer = window.setTimeout(() => {
      void searchChats(query).then((hits) => {
        // What was found for older words must not come back.
        if (!isLate) setFound(hits)
      })
    }, TYPING_PAUSE_MS)
    return () => {
      isLate = true
      window.clearTimeout(timer)
    }
  }, [query])
  return found
}
