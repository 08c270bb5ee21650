import { FileText, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemoryFile, MemoryFolder, MemoryScope } from '../../../shared/memory'
import { shortPath } from '../../format/short-path'
import { loadMemory, removeNote, useMemory } from '../../state/memory-actions'
import { useSettings } from '../../state/stores'
import { useUi } from '../../state/ui'
import { ConfirmDialog } from '../../ui/Dialog'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { NoteDialog } from './NoteDialog'

type Chosen = { scope: MemoryScope; file: MemoryFile }

/** The page Memory: notes that the agent keeps between sessions, to read, change and delete (A-143…A-150). */
export function MemoryPane() {
  const { t } = useTranslation(['memory', 'shell', 'common'])
  const workspaceId = useUi((ui) => ui.workspaceId)
  const page = useMemory((state) => state.page)
  const [editing, setEditing] = useState<Chosen | { scope: MemoryScope; file: null } | null>(null)
  const [removing, setRemoving] = useState<Chosen | null>(null)
  useEffect(() => void loadMemory(workspaceId), [workspaceId])
  const list = (scope: MemoryScope, folder: MemoryFolder) => (
    <NoteList
      scope={scope}
      folder={folder}
      onEdit={(file) => setEditing({ scope, file })}
      onRemove={(file) => setRemoving({ scope, file })}
    />
  )
  return (
    <>
      <div>
        <h2>{t('shell:settings.memory')}</h2>
        <p className="lead">{t('memory:lead')}</p>
      </div>
      {page?.workspace ? list('workspace', page.workspace) : null}
      {page ? list('global', page.global) : null}
      {editing === null ? null : (
        <NoteDialog
          scope={editing.scope}
          file={editing.file}
          workspaceId={workspaceId}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => setRemoving(open ? removing : null)}
        title={t('memory:remove.title', { name: removing?.file.name ?? '' })}
        body={t('memory:remove.body')}
        action={t('common:delete')}
        onConfirm={() => {
          if (removing) void removeNote({ scope: removing.scope, workspaceId, name: removing.file.name })
        }}
      />
    </>
  )
}

function NoteList(props: {
  scope: MemoryScope
  folder: MemoryFolder
  onEdit: (file: MemoryFile | null) => void
  onRemove: (file: MemoryFile) => void
}) {
  const { scope, folder } = props
  const { t } = useTranslation(['memory', 'common'])
  const homeDir = useSettings((data) => data.app.homeDir)
  return (
    <section>
      <h3>{t(`memory:scope.${scope}`)}</h3>
      <ul className="plist rules">
        {folder.files.map((file) => (
          <li key={file.name}>
            <Icon icon={FileText} size={14} className="c-3" />
            <span className="rule-what">
              <span className="trunc">{file.name}</span>
              <small className="trunc">{firstWords(file)}</small>
            </span>
            <small>
              <NoteLoad file={file} />
            </small>
            {file.text === null ? (
              <span />
            ) : (
              <IconButton
                icon={Pencil}
                label={t('common:edit.name', { name: file.name })}
                onClick={() => props.onEdit(file)}
              />
            )}
            <IconButton
              icon={Trash2}
              label={t('memory:remove.name', { name: file.name })}
              onClick={() => props.onRemove(file)}
            />
          </li>
        ))}
        {folder.isOutside ? null : (
          <li className="plist-add">
            <button type="button" onClick={() => props.onEdit(null)}>
              <Icon icon={Plus} size={14} />
              {t('memory:add')}
            </button>
          </li>
        )}
      </ul>
      <p className="hint">
        {folder.isOutside ? t('memory:outside') : null} <code>{shortPath(folder.path, homeDir)}</code>
      </p>
    </section>
  )
}

/** How much of a note the agent gets. */
export function NoteLoad({ file }: { file: Pick<MemoryFile, 'lines' | 'loadedLines'> & { text?: unknown } }) {
  const { t } = useTranslation('memory')
  if (file.text === null) return t('load.unreadable')
  if (file.lines > 0 && file.loadedLines === 0) return t('load.none')
  if (file.loadedLines < file.lines) return t('load.part', { count: file.lines, loaded: file.loadedLines })
  return t('load.all', { count: file.lines })
}

/** The first line that says something, without the signs of Markdown. */
function firstWords({ text }: MemoryFile): string {
  const line = text?.split('\n').find((one) => /[\p{L}\d]/u.test(one)) ?? ''
  return line.replace(/^[\s#>*-]+/, '')
}
