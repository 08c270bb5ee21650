import type { ConnectionId } from '../../shared/ids'
import type { RequestInput } from '../../shared/ipc'
import type { ConnectionStatus, ConnectionTest } from '../../shared/models'
import type { SettingsPatch, TerminalProfile } from '../../shared/settings'
import { request } from '../api'
import { attempt } from './attempt'
import type { ConnectionsData, SettingsData } from './data'
import { without } from './data'
import { noteSaved } from './saved'
import { useConnections, useSettingsData } from './stores'

/** Saves at once; true when the engine has it. */
export async function updateSettings(patch: SettingsPatch): Promise<boolean> {
  const settings = await attempt('settings', () => request('settings.update', patch))
  if (!settings) return false
  putSettings((data) => ({ ...data, settings }))
  noteSaved()
  return true
}

/** Takes away what happened at start, once the person has read it. */
export async function dismissBanner(id: string): Promise<void> {
  await attempt('settings', () => request('app.dismissBanner', { id }))
}

export async function setDefaultProfile(name: string | null): Promise<boolean> {
  return putProfiles(() => request('profiles.setDefault', { name }))
}
export async function saveProfile(profile: TerminalProfile): Promise<boolean> {
  return putProfiles(() => request('profiles.save', profile))
}
export async function removeProfile(name: string): Promise<boolean> {
  return putProfiles(() => request('profiles.remove', { name }))
}
/** Looks for installed shells again. */
export async function reloadProfiles(): Promise<boolean> {
  return putProfiles(() => request('profiles.list', {}))
}

async function putProfiles(ask: () => Promise<SettingsData['profiles']>): Promise<boolean> {
  const profiles = await attempt('profile', ask)
  if (!profiles) return false
  putSettings((data) => ({ ...data, profiles }))
  noteSaved()
  return true
}

function putSettings(change: (data: SettingsData) => SettingsData): void {
  useSettingsData.setState((state) => (state.data ? { data: change(state.data) } : state))
}

export async function addConnection(
  input: RequestInput<'connections.add'>,
): Promise<ConnectionStatus | null> {
  return putConnection(() => request('connections.add', input))
}
export async function updateConnection(
  input: RequestInput<'connections.update'>,
): Promise<ConnectionStatus | null> {
  return putConnection(() => request('connections.update', input))
}
/** Lists the server's models again; what is wrong comes back as the status, not as a failure of the action. */
export async function refreshConnection(connectionId: ConnectionId): Promise<ConnectionStatus | null> {
  return putConnection(() => request('connections.refresh', { connectionId }))
}
/** Tries a connection that is being edited; null when the request itself was refused, which shows under the header. */
export async function testConnection(
  input: RequestInput<'connections.test'>,
): Promise<ConnectionTest | null> {
  return (await attempt('connection', () => request('connections.test', input))) ?? null
}
export async function setConnectionKey(
  connectionId: ConnectionId,
  key: string,
): Promise<ConnectionStatus | null> {
  return putConnection(() => request('connections.setKey', { connectionId, key }))
}
export async function clearConnectionKey(connectionId: ConnectionId): Promise<ConnectionStatus | null> {
  return putConnection(() => request('connections.clearKey', { connectionId }))
}
export async function removeConnection(connectionId: ConnectionId): Promise<boolean> {
  const done = await attempt('connection', () =>
    request('connections.remove', { connectionId }).then(() => true),
  )
  if (!done) return false
  useConnections.setState((state: ConnectionsData) => ({ byId: without(state.byId, connectionId) }))
  return true
}

async function putConnection(ask: () => Promise<ConnectionStatus>): Promise<ConnectionStatus | null> {
  const status = await attempt('connection', ask)
  if (!status) return null
  useConnections.setState((state) => ({ byId: { ...state.byId, [status.id]: status } }))
  return status
}
