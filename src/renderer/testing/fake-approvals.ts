import type { EngineEvent, RequestInput, RequestName, RequestOutput } from '../../shared/ipc'
import type { ApprovalSettings } from '../../shared/permissions'

type Handlers = { [K in RequestName]: (input: RequestInput<K>) => RequestOutput<K> }
type Approvals = Pick<Handlers, Extract<RequestName, `approvals.${string}` | `snapshot.${string}`>>

const DEFAULTS = ['rm *', 'sudo rm *', 'git clean*', 'mkfs*']

/** The page Auto-approve and snapshots over data that lives as long as the story. Never shipped. */
export function fakeApprovals(emit: (event: EngineEvent) => void): Approvals {
  let settings: ApprovalSettings = {
    permissions: [
      { name: 'readFiles', isOn: true, needs: null },
      { name: 'readFilesExternally', isOn: false, needs: 'readFiles' },
    ],
    rules: [],
    blocked: { patterns: DEFAULTS, defaults: DEFAULTS, isDefault: true },
    protectedPaths: ['.git/', '.env*'],
    ignoreFiles: [],
  }
  let added = 0
  const change = (part: Partial<ApprovalSettings>): ApprovalSettings => {
    settings = { ...settings, ...part }
    emit({ name: 'approvals.changed', payload: { approvals: settings } })
    return settings
  }
  const restored = { restored: 1, removed: 0, kept: 0, failed: [] }
  return {
    'approvals.settings': () => settings,
    'approvals.setPermission': ({ name, isOn }) =>
      change({
        permissions: settings.permissions.map((one) => (one.name === name ? { ...one, isOn } : one)),
      }),
    'approvals.addRule': ({ pattern, scope }) =>
      change({
        rules: [
          ...settings.rules,
          {
            id: `rule${++added}`,
            pattern,
            scope: scope.kind === 'workspace' ? { kind: scope.kind, root: scope.workspaceId } : scope,
            createdAt: added,
            lastUsed: null,
          },
        ],
      }),
    'approvals.editRule': ({ id, pattern }) =>
      change({ rules: settings.rules.map((rule) => (rule.id === id ? { ...rule, pattern } : rule)) }),
    'approvals.removeRule': ({ id }) => change({ rules: settings.rules.filter((rule) => rule.id !== id) }),
    'approvals.setBlocked': ({ patterns }) =>
      change({
        blocked: { patterns: patterns ?? DEFAULTS, defaults: DEFAULTS, isDefault: patterns === null },
      }),
    'approvals.tryCommand': ({ command }) => ({
      decision: 'ask',
      readOnly: false,
      blocked: false,
      protected: false,
      reasons: [
        {
          start: 0,
          end: command.length,
          segment: command,
          rule: 'not-read-only',
          text: 'may do more than read',
        },
      ],
      alwaysAllow: [],
    }),
    'snapshot.preview': () => ({
      at: 0,
      changed: ['src/a.ts'],
      deleted: [],
      created: [],
      counts: { changed: 1, deleted: 0, created: 0 },
      skipped: { count: 0, files: [] },
    }),
    'snapshot.restore': () => restored,
    'snapshot.undoRestore': () => restored,
  }
}
