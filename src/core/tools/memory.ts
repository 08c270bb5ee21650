import { z } from 'zod'
import { EngineError } from '../../shared/errors'
import { MEMORY_FILE_MAX_BYTES, type MemoryScope, memoryScopeSchema } from '../../shared/memory'
import { maskSecrets } from '../memory/mask-secrets'
import type { MemoryFiles } from '../memory/memory-files'
import { memoryName } from '../memory/memory-name'
import { type AskFirstDeps, askFirst } from './ask-first'
import type { ParsedInput, Tool, ToolAnswer, ToolContext } from './tool'
import { parseWith } from './tool-input'
import { MEMORY_DESCRIPTION, MEMORY_SCHEMA } from './tool-texts'

/** What becomes of one note; `text` is null to delete it. Secrets are already taken out. */
export type MemoryInput = { scope: MemoryScope; name: string; text: string | null; wasMasked: boolean }

const inputSchema = z.object({
  scope: memoryScopeSchema,
  path: z.string(),
  content: z.string().optional(),
  delete: z.boolean().optional(),
})

export type MemoryToolDeps = {
  memory: Pick<MemoryFiles, 'write' | 'remove'>
  ask: AskFirstDeps
  /** A note was written or deleted. */
  changed(): void
}

/** The `memory` tool: what the agent keeps for later sessions (A-143…A-151). */
export function createMemoryTool({ memory, ask, changed }: MemoryToolDeps): Tool<MemoryInput> {
  return {
    spec: { name: 'memory', description: MEMORY_DESCRIPTION, inputSchema: MEMORY_SCHEMA },
    parse: parseMemoryInput,
    title: ({ scope, name }) => `${scope}/${name}`,
    run: (input, context) => {
      const { scope, name, text } = input
      return askFirst({ type: 'memory', scope, name, text }, context, ask, () => keep(input, context))
    },
  }

  async function keep(
    { scope, name, text, wasMasked }: MemoryInput,
    { workspaceRoot }: ToolContext,
  ): Promise<ToolAnswer> {
    const place = scope === 'global' ? { scope } : { scope, root: workspaceRoot }
    try {
      if (text === null) {
        if (!(await memory.remove(place, name)))
          return { text: `There is no memory file ${scope}/${name}.`, isError: true }
        changed()
        return { text: `Deleted the memory file ${scope}/${name}.`, isError: false }
      }
      await memory.write(place, name, text)
      changed()
      return { text: `Remembered in ${scope}/${name}.${wasMasked ? MASKED : ''}`, isError: false }
    } catch (error) {
      if (error instanceof EngineError) return { text: error.message, isError: true }
      throw error
    }
  }
}

const MASKED =
  ' Parts that looked like secrets were replaced before writing; secrets are never kept in memory.'

/** Checks everything that can be known without the disk. */
export function parseMemoryInput(raw: unknown): ParsedInput<MemoryInput> {
  const parsed = parseWith(inputSchema, raw)
  if (!parsed.ok) return parsed
  const { scope, path, content, delete: isDelete = false } = parsed.input
  const named = memoryName(path)
  if (!named.ok) return named
  if (isDelete) {
    if (content !== undefined) return { ok: false, message: 'Give either "content" or "delete", not both.' }
    return { ok: true, input: { scope, name: named.name, text: null, wasMasked: false } }
  }
  if (content === undefined || content.trim() === '')
    return { ok: false, message: '"content" is required and must be text; "delete": true deletes a file.' }
  if (Buffer.byteLength(content) > MEMORY_FILE_MAX_BYTES)
    return {
      ok: false,
      message: `"content" may have at most ${MEMORY_FILE_MAX_BYTES} bytes; keep what matters.`,
    }
  const text = maskSecrets(content)
  return { ok: true, input: { scope, name: named.name, text, wasMasked: text !== content } }
}
