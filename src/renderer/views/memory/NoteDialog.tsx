import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkspaceId } from '../../../shared/ids'
import { MEMORY_FILE_MAX_BYTES, type MemoryFile, type MemoryScope } from '../../../shared/memory'
import { saveNote } from '../../state/memory-actions'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field, TextArea, TextInput } from '../../ui/Field'

/** A note to write: new (null) or changed. */
export function NoteDialog(props: {
  scope: MemoryScope
  file: MemoryFile | null
  workspaceId: WorkspaceId | null
  onClose: () => void
}) {
  const { scope, file, workspaceId, onClose } = props
  const { t } = useTranslation(['memory', 'common'])
  const [name, setName] = useState(file?.name ?? '')
  const [text, setText] = useState(file?.text ?? '')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const isNameBad = !/^[^./\\][^/\\]*$/.test(name.trim())
  const isTooLong = new TextEncoder().encode(text).length > MEMORY_FILE_MAX_BYTES

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (isNameBad || isTooLong || text.trim() === '' || busy) return
    setBusy(true)
    try {
      await saveNote({ scope, workspaceId, name: name.trim(), text })
      onClose()
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={file ? t('common:edit.name', { name: file.name }) : t(`memory:new.${scope}`)}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        {file ? null : (
          <Field
            label={t('memory:name')}
            hint={t('memory:name.hint')}
            error={tried && isNameBad ? t('memory:name.bad') : null}
          >
            {(field) => (
              <TextInput field={field} value={name} onChange={setName} placeholder="testing.md" mono />
            )}
          </Field>
        )}
        <Field
          label={t('memory:text')}
          hint={t('memory:text.hint')}
          error={refused ?? textProblem(tried && text.trim() === '', isTooLong)}
        >
          {(field) => <TextArea field={field} value={text} onChange={setText} rows={12} />}
        </Field>
        <footer>
          <Button kind="ghost" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {t('common:save')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )

  function textProblem(isEmpty: boolean, tooLong: boolean): string | null {
    if (tooLong) return t('memory:text.long')
    return isEmpty ? t('memory:text.empty') : null
  }
}
