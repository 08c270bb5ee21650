import { File, Folder, History, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatId } from '../../../../shared/ids'
import { openGoingBack } from '../../../state/checkpoint-actions'
import { useChats } from '../../../state/stores'
import { Icon } from '../../../ui/Icon'
import { IconButton } from '../../../ui/IconButton'
import { useDetails } from '../card/card-ui'
import { MessageImages } from '../images/MessageImages'
import type { UserItem } from '../transcript-rows'

/** A longer message is folded: what was pasted into it is known to who pasted it. UTF-16 units. */
const FOLD_CHARS = 4000
const FOLDED_CHARS = 1500

/** What the person wrote; outlined while it waits to be sent. */
export function UserBubble({ item, chatId }: { item: UserItem; chatId: ChatId }) {
  const { t } = useTranslation('chat')
  const [whole, setWhole] = useDetails(item.id)
  const { attached = [], images = [] } = item
  const folds = item.text.length > FOLD_CHARS
  const shown = folds && !whole ? `${item.text.slice(0, FOLDED_CHARS)}…` : item.text
  return (
    <div className="said">
      <span className="vh">{t('message.you')}</span>
      <div className={`bubble${item.queued ? ' queued' : ''}`}>
        {attached.length === 0 ? null : (
          <ul className="chips" aria-label={t('message.attached')}>
            {attached.map((path) => (
              <li key={path} className="chip code">
                <Icon icon={path.endsWith('/') ? Folder : File} size={12} className="c-3" />
                <span className="trunc">{path}</span>
              </li>
            ))}
          </ul>
        )}
        {images.length === 0 ? null : <MessageImages images={images} />}
        {shown}
        {folds ? (
          <button type="button" className="more-link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {t(whole ? 'message.less' : 'message.more')}
          </button>
        ) : null}
        {item.queued ? null : <MessageActions item={item} chatId={chatId} />}
      </div>
      {item.queued ? <div className="queued-note">{t('message.queued')}</div> : null}
    </div>
  )
}

/** What can be done with a message that was sent; shown on hover and focus. */
function MessageActions({ item, chatId }: { item: UserItem; chatId: ChatId }) {
  const { t } = useTranslation('chat')
  const works = useChats((state) => state.byId[chatId]?.turn.kind === 'running')
  // Nothing of the conversation may be taken away while a turn writes it.
  if (works) return null
  const open = (kind: 'restore' | 'edit') =>
    openGoingBack({ kind, chatId, entryId: item.id, text: item.text })
  return (
    <div className="message-actions">
      <IconButton icon={Pencil} label={t('message.edit')} onClick={() => open('edit')} />
      <IconButton icon={History} label={t('message.go-back')} onClick={() => open('restore')} />
    </div>
  )
}
