import { useTranslation } from 'react-i18next'
import type { LocalAnswer } from '../../../../shared/chat'
import { selectChat } from '../../../state/session'
import { useChats } from '../../../state/stores'
import { fillSlots, slot } from '../text-slots'

/** The answer to `/resume`: earlier chats of the workspace as links, or that none fits the words. */
export function ResumeAnswer({ words, chats }: Omit<Extract<LocalAnswer, { type: 'resume' }>, 'type'>) {
  const { t } = useTranslation('chat')
  const known = useChats((all) => all.byId)
  return (
    <>
      {words === ''
        ? t(chats.length === 0 ? 'answer.resume.empty' : 'answer.resume')
        : fillSlots(
            t(chats.length === 0 ? 'answer.resume.none' : 'answer.resume.newest', { words: slot(0) }),
            [<code key={words}>{words}</code>],
          )}
      {chats.length === 0 ? null : (
        <ul className="help-list">
          {chats.map(({ id, title }) => (
            <li key={id}>
              {/* A chat may be deleted after it was named. */}
              {known[id] ? (
                <button type="button" className="more-link" onClick={() => selectChat(id)}>
                  {title}
                </button>
              ) : (
                title
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
