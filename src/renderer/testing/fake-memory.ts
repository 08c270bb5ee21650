import type { RequestInput, RequestName, RequestOutput } from '../../shared/ipc'
import type { MemoryFile, MemoryScope } from '../../shared/memory'

type Memory = {
  [K in Extract<RequestName, `memory.${string}`>]: (input: RequestInput<K>) => RequestOutput<K>
}

/** The page Memory over notes that live as long as the story. Never shipped. */
export function fakeMemory(start: Record<MemoryScope, MemoryFile[]> = { workspace: [], global: [] }): Memory {
  const byName = (files: readonly MemoryFile[]) => new Map(files.map((file) => [file.name, file]))
  const notes = { workspace: byName(start.workspace), global: byName(start.global) }
  const folder = (scope: keyof typeof notes, path: string) => ({
    path,
    files: [...notes[scope].values()],
    isOutside: false,
  })
  const page = () => ({
    workspace: folder('workspace', '/home/ada/shop/.vigil/memories'),
    global: folder('global', '/home/ada/Documents/Vigil/memories'),
  })
  return {
    'memory.list': page,
    'memory.save': ({ scope, name, text }) => {
      const lines = text.split('\n').length
      notes[scope].set(name, { name, text, bytes: text.length, changedAt: 0, lines, loadedLines: lines })
      return page()
    },
    'memory.remove': ({ scope, name }) => {
      notes[scope].delete(name)
      return page()
    },
  }
}
