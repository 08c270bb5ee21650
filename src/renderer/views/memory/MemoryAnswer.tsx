import { useTranslation } from 'react-i18next'
import type { LocalAnswer } from '../../../shared/chat'
import { showSettings } from '../../state/ui'
import { NoteLoad } from './MemoryPane'

/** The answer to `/memory`: the notes by scope, and the way to their page. */
export function MemoryAnswer({ notes }: Pick<Extract<LocalAnswer, { type: 'memory' }>, 'notes'>) {
  const { t } = useTranslation('memory')
  return (
    <>
      {notes.length === 0 ? t('answer.empty') : t('answer')}
      {notes.length === 0 ? null : (
        <ul className="help-list">
          {notes.map((note) => (
            <li key={`${note.scope}/${note.name}`}>
              <code>{note.name}</code> · {t(`scope.${note.scope}`)}, <NoteLoad file={note} />
            </li>
          ))}
        </ul>
      )}{' '}
      <button type="button" className="more-link" onClick={() => showSettings('memory')}>
        {t('answer.open')}
      </button>
    </>
  )
}
