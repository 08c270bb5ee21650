import type { LocalAnswer, Workspace } from '../../shared/chat'
import { EngineError } from '../../shared/errors'
import type { WorkspaceId } from '../../shared/ids'
import type { MemoryPage, MemoryScope } from '../../shared/memory'
import type { EngineHandlers } from '../engine-api'
import type { MemoryFiles, MemoryPlace } from './memory-files'
import { memoryName } from './memory-name'

export type MemoryPageDeps = {
  files: MemoryFiles
  workspaces: { get(id: WorkspaceId): Workspace }
}

/** What the page Memory asks for. The person's own words are kept as they are; nothing is masked. */
export function createMemoryPage({
  files,
  workspaces,
}: MemoryPageDeps): Pick<EngineHandlers, Extract<keyof EngineHandlers, `memory.${string}`>> {
  const page = async (workspaceId: WorkspaceId | null): Promise<MemoryPage> => ({
    workspace:
      workspaceId === null
        ? null
        : await files.list({ scope: 'workspace', root: workspaces.get(workspaceId).path }),
    global: await files.list({ scope: 'global' }),
  })
  const placeOf = (scope: MemoryScope, workspaceId: WorkspaceId | null): MemoryPlace => {
    if (scope === 'global') return { scope }
    if (workspaceId === null) throw new EngineError('bad-input', 'A note of a workspace names its workspace.')
    return { scope, root: workspaces.get(workspaceId).path }
  }
  const fileName = (typed: string): string => {
    const named = memoryName(typed)
    if (!named.ok) throw new EngineError('bad-input', named.message)
    return named.name
  }
  return {
    'memory.list': ({ workspaceId }) => page(workspaceId),
    'memory.save': async ({ scope, workspaceId, name, text }) => {
      await files.write(placeOf(scope, workspaceId), fileName(name), text)
      return page(workspaceId)
    },
    'memory.remove': async ({ scope, workspaceId, name }) => {
      await files.remove(placeOf(scope, workspaceId), fileName(name))
      return page(workspaceId)
    },
  }
}

/** The answer to `/memory`: what the agent gets at the start of a task in a workspace. */
export async function memoryAnswer(
  files: Pick<MemoryFiles, 'list'>,
  root: string,
): Promise<Extract<LocalAnswer, { type: 'memory' }>> {
  const places: MemoryPlace[] = [{ scope: 'global' }, { scope: 'workspace', root }]
  const folders = await Promise.all(places.map((place) => files.list(place)))
  return {
    type: 'memory',
    notes: folders.flatMap((folder, index) =>
      folder.files.map(({ name, lines, loadedLines }) => ({
        scope: places[index]?.scope ?? 'global',
        name,
        lines,
        loadedLines,
      })),
    ),
  }
}
