import type { Workspace } from '../../shared/chat'
import type { WorkspaceId } from '../../shared/ids'
import type { RequestInput } from '../../shared/ipc'
import type { ApprovalDecision, ApprovalSettings, PermissionName } from '../../shared/permissions'
import type { HostFacts, SettingsPort, ShellKind, ShellResolver } from '../ports'
import type { CommandJudge } from './command-judge'
import { ignoreFileOf } from './disk/ignored-paths'
import { realPathOf } from './disk/real-path'
import type { RuleStore } from './rule-store'
import { blockedByDefault } from './rules/blocked-list'
import { DEFAULT_PERMISSIONS, neededBy, withPermission } from './rules/permissions'
import { protectedWords } from './rules/protected-paths'
import { permissionsOf } from './rules-in-force'

export type ApprovalPageDeps = {
  settings: SettingsPort
  store: RuleStore
  judge: Pick<CommandJudge, 'decide'>
  shells: ShellResolver
  facts: Pick<HostFacts, 'platform' | 'homeDir'>
  dataDir: string
  workspaces: { list(): Workspace[]; get(id: WorkspaceId): Workspace }
}

/** What the page Auto-approve shows and changes (S-395). Every change is stored when it resolves. */
export type ApprovalPage = {
  settings(): Promise<ApprovalSettings>
  setPermission(input: RequestInput<'approvals.setPermission'>): Promise<ApprovalSettings>
  addRule(input: RequestInput<'approvals.addRule'>): Promise<ApprovalSettings>
  editRule(input: RequestInput<'approvals.editRule'>): Promise<ApprovalSettings>
  removeRule(input: RequestInput<'approvals.removeRule'>): Promise<ApprovalSettings>
  setBlocked(input: RequestInput<'approvals.setBlocked'>): Promise<ApprovalSettings>
  tryCommand(input: RequestInput<'approvals.tryCommand'>): Promise<ApprovalDecision>
}

/** Creates the {@link ApprovalPage}. */
export function createApprovalPage(deps: ApprovalPageDeps): ApprovalPage {
  const { settings, store, judge, shells, facts, dataDir, workspaces } = deps

  const show = async (): Promise<ApprovalSettings> => {
    const { approvals } = settings.get()
    const permissions = permissionsOf(settings.get())
    const names = Object.keys(DEFAULT_PERMISSIONS) as PermissionName[]
    const defaults = blockedByDefault(await shellKind())
    const folders = workspaces.list().filter(({ missing }) => !missing)
    return {
      permissions: names.map((name) => ({ name, isOn: permissions[name], needs: neededBy(name) })),
      rules: [...store.all()],
      blocked: {
        patterns: approvals.blocked ?? defaults,
        defaults,
        isDefault: approvals.blocked === null,
      },
      protectedPaths: protectedWords({ homeDir: facts.homeDir, dataDir }),
      ignoreFiles: await Promise.all(
        folders.map(async ({ id, path }) => ({ workspaceId: id, path, ...(await ignoreFileOf(path)) })),
      ),
    }
  }
  const shellKind = async (): Promise<ShellKind> => {
    try {
      return (await shells.resolve(new AbortController().signal)).kind
    } catch {
      // No shell now; the list is that of the platform.
      return facts.platform === 'win32' ? 'powershell' : 'bash'
    }
  }
  const change = (part: Partial<ReturnType<SettingsPort['get']>['approvals']>) =>
    settings.update({ approvals: { ...settings.get().approvals, ...part } })

  return {
    settings: show,
    async setPermission({ name, isOn }) {
      const next = withPermission(permissionsOf(settings.get()), name, isOn)
      const names = Object.keys(next) as PermissionName[]
      const changed = names.filter((each) => next[each] !== DEFAULT_PERMISSIONS[each])
      change({ permissions: Object.fromEntries(changed.map((each) => [each, next[each]])) })
      return show()
    },
    async addRule({ pattern, scope }) {
      const root = scope.kind === 'workspace' ? workspaces.get(scope.workspaceId).path : ''
      store.add(pattern, scope.kind === 'workspace' ? { kind: scope.kind, root } : scope)
      return show()
    },
    async editRule({ id, pattern }) {
      store.edit(id, pattern)
      return show()
    },
    async removeRule({ id }) {
      store.remove(id)
      return show()
    },
    async setBlocked({ patterns }) {
      const plain = patterns?.map((pattern) => pattern.trim().replace(/\s+/g, ' '))
      change({ blocked: plain ? [...new Set(plain)] : null })
      return show()
    },
    async tryCommand({ command, workspaceId, mode }) {
      const folder = workspaceId === null ? facts.homeDir : workspaces.get(workspaceId).path
      const { real } = await realPathOf(folder)
      const { blocked } = settings.get().approvals
      return judge.decide(
        {
          command,
          cwd: real,
          workspaceRoot: real,
          mode,
          allow: store.patternsFor({ chatId: '', workspaceRoot: real }),
          permissions: permissionsOf(settings.get()),
          ...(blocked ? { blocked } : {}),
        },
        await shells.resolve(new AbortController().signal),
      )
    },
  }
}
