import { create } from 'zustand'
import type { ChatId } from '../../shared/ids'
import type { RequestInput, RequestOutput } from '../../shared/ipc'
import type {
  ApprovalDecision,
  ApprovalSettings,
  PermissionMode,
  PermissionName,
  SnapshotChanges,
  SnapshotRestored,
} from '../../shared/permissions'
import { request } from '../api'
import { attempt } from './attempt'
import { noteSaved } from './saved'

/** Which dialog about modes is open, and for which chat. */
export type ModeDialog = { kind: 'bypass' | 'restore'; chatId: ChatId }

/** Everything of the page Auto-approve once it was opened, and the open dialog. */
export const usePermissions = create<{ approvals: ApprovalSettings | null; dialog: ModeDialog | null }>(
  () => ({ approvals: null, dialog: null }),
)

/** The order in which Shift+Tab goes through the modes; Bypass has a warning, so it is none of them. */
const CYCLE: readonly PermissionMode[] = ['standard', 'auto', 'plan']

/** The mode that follows by Shift+Tab. */
export function nextMode(mode: PermissionMode): PermissionMode {
  return CYCLE[(CYCLE.indexOf(mode) + 1) % CYCLE.length] ?? 'standard'
}

/** Switches the mode of a chat; Bypass asks first. */
export async function chooseMode(chatId: ChatId, mode: PermissionMode): Promise<void> {
  if (mode === 'bypass') openModeDialog({ kind: 'bypass', chatId })
  else await attempt('set-mode', () => request('chat.setMode', { chatId, mode }))
}

export function openModeDialog(dialog: ModeDialog | null): void {
  usePermissions.setState({ dialog })
}

/** Enters Bypass after its warning was confirmed. Throws a RequestError: the dialog shows it in place. */
export function enterBypass(chatId: ChatId, withoutSnapshot: boolean): Promise<void> {
  return request('chat.setMode', { chatId, mode: 'bypass', confirmed: true, withoutSnapshot })
}

/** What going back to the copy would change. Throws a RequestError. */
export function previewRestore(chatId: ChatId): Promise<SnapshotChanges> {
  return request('snapshot.preview', { chatId })
}
/** Brings the workspace back. Throws a RequestError. */
export function restoreSnapshot(chatId: ChatId, keepCreated: boolean): Promise<SnapshotRestored> {
  return request('snapshot.restore', { chatId, keepCreated })
}
/** Takes the last restore back. Throws a RequestError. */
export function undoRestore(chatId: ChatId): Promise<SnapshotRestored> {
  return request('snapshot.undoRestore', { chatId })
}

/** Reads the page Auto-approve. */
export async function loadApprovals(): Promise<void> {
  const approvals = await attempt('settings', () => request('approvals.settings', {}))
  if (approvals) putApprovals(approvals)
}
export function putApprovals(approvals: ApprovalSettings): void {
  usePermissions.setState({ approvals })
}
export function setPermission(name: PermissionName, isOn: boolean): Promise<boolean> {
  return change('approvals.setPermission', { name, isOn })
}
export function addRule(
  pattern: string,
  scope: RequestInput<'approvals.addRule'>['scope'],
): Promise<boolean> {
  return change('approvals.addRule', { pattern, scope })
}
export function editRule(id: string, pattern: string): Promise<boolean> {
  return change('approvals.editRule', { id, pattern })
}
export function removeRule(id: string): Promise<boolean> {
  return change('approvals.removeRule', { id })
}
/** Null brings the default list back. */
export function setBlocked(patterns: string[] | null): Promise<boolean> {
  return change('approvals.setBlocked', { patterns })
}
/** What would happen to a command. Throws a RequestError. */
export function tryCommand(input: RequestInput<'approvals.tryCommand'>): Promise<ApprovalDecision> {
  return request('approvals.tryCommand', input)
}

type Change =
  | 'approvals.setPermission'
  | 'approvals.addRule'
  | 'approvals.editRule'
  | 'approvals.removeRule'
  | 'approvals.setBlocked'

async function change<K extends Change>(name: K, input: RequestInput<K>): Promise<boolean> {
  const done = await attempt('settings', () => request(name, input))
  if (!done) return false
  putApprovals(done satisfies RequestOutput<Change>)
  noteSaved()
  return true
}
