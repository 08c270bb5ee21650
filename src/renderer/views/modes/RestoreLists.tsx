import { useTranslation } from 'react-i18next'
import type { SkippedFiles, SnapshotChanges, SnapshotRestored } from '../../../shared/permissions'
import { ScrollBox } from '../../ui/ScrollBox'

/** The files that going back brings back and takes away. */
export function RestoreChanges({ changes, keep }: { changes: SnapshotChanges; keep: boolean }) {
  const { t } = useTranslation('permissions')
  const { counts } = changes
  const kinds = [
    { kind: 'changed', paths: changes.changed, count: counts.changed },
    { kind: 'deleted', paths: changes.deleted, count: counts.deleted },
    { kind: 'created', paths: keep ? [] : changes.created, count: keep ? 0 : counts.created },
  ] as const
  return kinds.map(({ kind, paths, count }) =>
    count === 0 ? null : <Paths key={kind} title={t(`restore.${kind}`, { count })} paths={paths} />,
  )
}

/** What became of the files. */
export function RestoreDone({ restored }: { restored: SnapshotRestored }) {
  const { t } = useTranslation('permissions')
  const { failed } = restored
  return (
    <>
      <p>{t('restore.done', { count: restored.restored + restored.removed })}</p>
      {failed.length === 0 ? null : (
        <Paths
          title={t('restore.failed', { count: failed.length })}
          paths={failed.map(({ path, message }) => `${path}: ${message}`)}
        />
      )}
    </>
  )
}

/** What no copy holds. */
export function SkippedList({ skipped }: { skipped: SkippedFiles }) {
  const { t } = useTranslation('permissions')
  if (skipped.count === 0) return null
  return (
    <Paths
      title={t('snapshot.skipped', { count: skipped.count })}
      paths={skipped.files.map(({ path, because }) => `${path}: ${t(`snapshot.skipped.${because}`)}`)}
    />
  )
}

function Paths(props: { title: string; paths: readonly string[] }) {
  return (
    <>
      <h3 className="restore-kind">{props.title}</h3>
      <ScrollBox className="restore-paths" label={props.title}>
        <ul>
          {props.paths.map((path) => (
            <li key={path} className="mono">
              {path}
            </li>
          ))}
        </ul>
      </ScrollBox>
    </>
  )
}

/** How many files going back changes. */
export function changedFiles({ counts }: SnapshotChanges): number {
  return counts.changed + counts.deleted + counts.created
}
