import { CircleAlert, Folder } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../../shared/command'
import { Icon } from '../../../ui/Icon'
import type { CardNote, CardView } from './card-view'

/** Lines under the command: its folder, what the shell was, and facts of its state (S-022, S-088, S-089, S-219). */
export function CardNotes({ card, view }: { card: CommandCard; view: CardView }) {
  const { t } = useTranslation('chat')
  const { workdir, shellNote } = card
  const notes: CardNote[] = [...view.notes]
  return (
    <>
      {workdir === null ? null : (
        <div className="cwdline">
          <Icon icon={Folder} size={12} />
          <span className="vh">{t('card.folder', { folder: workdir })}</span>
          <span className="mono" aria-hidden="true">
            {workdir}
          </span>
        </div>
      )}
      {shellNote === null ? null : (
        <div className="note">{t(`card.shell.${shellNote.code}`, { ...shellNote })}</div>
      )}
      {notes.map((note) => (
        <Note key={note.code} note={note} />
      ))}
    </>
  )
}

const NOT_STARTED = {
  'workdir-missing': 'chat:card.workdir-missing',
  'spawn-failed': 'chat:card.spawn-failed',
  'not-allowed': 'permissions:not-started.not-allowed',
  changed: 'permissions:not-started.changed',
} as const

function Note({ note }: { note: CardNote }) {
  const { t } = useTranslation(['chat', 'permissions'])
  switch (note.code) {
    case 'not-started':
      return (
        <div className="reason err last">
          <Icon icon={CircleAlert} size={14} />
          <span>{t(NOT_STARTED[note.because], { message: note.message })}</span>
        </div>
      )
    case 'unconfirmed':
      return (
        <div className="reason last">
          <Icon icon={CircleAlert} size={14} />
          <span>{t('card.unconfirmed')}</span>
        </div>
      )
    case 'leftovers':
      return <div className="note">{t('card.leftovers', { count: note.count })}</div>
    case 'rejected':
      return <div className="note">{t('card.rejected', { text: note.text })}</div>
    default:
      return <div className="note">{t(`card.${note.code}`)}</div>
  }
}
