import { z } from 'zod'
import type { Millis } from '../../shared/ids'
import type { ModelInfo } from '../../shared/models'
import { getJson, type HttpDeps } from './http-json'

/** How long Ollama may take to describe one model. */
const SHOW_LIMIT_MS: Millis = 5000
/** Models that are asked about at the same time, and in all: each costs a request. */
const AT_ONCE = 4
const SHOWN_MAX = 100

export type Abilities = Pick<ModelInfo, 'tools' | 'images' | 'reasoning'>

const shownSchema = z.object({ capabilities: z.array(z.string()) })

/**
 * What Ollama knows of the abilities of its models; its list does not say. A model that it does not
 * describe, as older versions do not, is left out. Never rejects, except when the signal is aborted.
 */
export async function ollamaAbilities(
  root: string,
  ids: readonly string[],
  headers: Record<string, string>,
  deps: HttpDeps,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Abilities>> {
  const found = new Map<string, Abilities>()
  const left = ids.slice(0, SHOWN_MAX)
  const describe = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      try {
        const answer = await getJson(deps, `${root}/api/show`, headers, SHOW_LIMIT_MS, signal, { model: id })
        const shown = shownSchema.safeParse(answer)
        if (shown.success) found.set(id, abilitiesOf(shown.data.capabilities))
      } catch {
        signal.throwIfAborted()
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, describe))
  return found
}

function abilitiesOf(capabilities: readonly string[]): Abilities {
  return {
    tools: capabilities.includes('tools'),
    images: capabilities.includes('vision'),
    reasoning: capabilities.includes('thinking'),
  }
}
