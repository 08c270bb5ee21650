import { create } from 'zustand'
import type { WorkspaceId } from '../../shared/ids'
import type { RequestInput } from '../../shared/ipc'
import type { MemoryPage } from '../../shared/memory'
import { request } from '../api'
import { attempt } from './attempt'
import { noteSaved } from './saved'

/** The page Memory once it was opened, and the workspace that it is about. */
export const useMemory = create<{ page: MemoryPage | null; workspaceId: WorkspaceId | null }>(() => ({
  page: null,
  workspaceId: null,
}))

/** Reads the page; notes may be changed by hand at any time. */
export async function loadMemory(workspaceId: WorkspaceId | null): Promise<void> {
  const page = await attempt('memory', () => request('memory.list', { workspaceId }))
  if (page) useMemory.setState({ page, workspaceId })
}

/** The agent changed a note: a page that was opened is read again. */
export async function reloadMemory(): Promise<void> {
  const { page, workspaceId } = useMemory.getState()
  if (page) await loadMemory(workspaceId)
}

/** Creates or replaces a note. Throws a RequestError: the dialog shows it in place. */
export async function saveNote(input: RequestInput<'memory.save'>): Promise<void> {
  useMemory.setState({ page: await request('memory.save', input) })
  noteSaved()
}

export async function removeNote(input: RequestInput<'memory.remove'>): Promise<void> {
  const page = await attempt('memory', () => request('memory.remove', input))
  if (!page) return
  useMemory.setState({ page })
  noteSaved()
}
