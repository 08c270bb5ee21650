import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkspaceId } from '../../../shared/ids'
import { MEMORY_FILE_MAX_BYTES, type MemoryFile, type MemoryScope } from '../../../shared/memory'
import { saveNote } from '../../state/memory-actions'
import { Field, TextArea, TextInput } from '../../ui/Field'
import { FormDialog } from '../../ui/FormDialog'

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
  const isNameBad = !/^[^./\\][^/\\]*$/.test(name.trim())
  const isTooLong = new TextEncoder().encode(text).length > MEMORY_FILE_MAX_BYTES

  const isWrong = isNameBad || isTooLong || text.trim() === ''
  const save = async (): Promise<boolean> => {
    await saveNote({ scope, workspaceId, name: name.trim(), text })
    return true
  }
  return (
    <FormDialog
      title={file ? t('common:edit.name', { name: file.name }) : t(`memory:new.${scope}`)}
      action={t('common:save')}
      wide
      save={isWrong ? null : save}
      onClose={onClose}
    >
      {(wasTried) => (
        <>
          {file ? null : (
            <Field
              label={t('memory:name')}
              hint={t('memory:name.hint')}
              error={wasTried && isNameBad ? t('memory:name.bad') : null}
            >
              {(field) => (
                <TextInput field={field} value={name} onChange={setName} placeholder="testing.md" mono />
              )}
            </Field>
          )}
          <Field
            label={t('memory:text')}
            hint={t('memory:text.hint')}
            error={textProblem(wasTried && text.trim() === '', isTooLong)}
          >
            {(field) => <TextArea field={field} value={text} onChange={setText} rows={12} />}
          </Field>
        </>
      )}
    </FormDialog>
  )

  function textProblem(isEmpty: boolean, tooLong: boolean): string | null {
    if (tooLong) return t('memory:text.long')
    return isEmpty ? t('memory:text.empty') : null
  }
}
