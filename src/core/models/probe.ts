import { z } from 'zod'
import type { Millis } from '../../shared/ids'
import type { LocalServer } from '../../shared/models'
import { getJson, type HttpDeps } from './http-json'
import { entriesOf } from './list-models'

/** The ports these servers listen on unless told otherwise. */
export const PROBED_PORTS = [
  11434, // Ollama
  1234, // LM Studio
  8080, // llama.cpp
  8000, // vLLM
] as const

/** A server on this machine answers at once; a closed port refuses at once. */
const PROBE_LIMIT_MS: Millis = 1500

/**
 * Looks for model servers on this machine's usual ports: all ports at once, only by reading, and nothing but loopback
 * . A port that does not answer, or answers as something else, is simply not listed.
 */
export async function probeLocalServers(
  deps: HttpDeps,
  signal: AbortSignal,
  ports: readonly number[] = PROBED_PORTS,
): Promise<LocalServer[]> {
  const found = await Promise.all(ports.map((port) => probe(deps, `http://127.0.0.1:${port}`, signal)))
  return found.filter((server) => server !== null)
}

async function probe(deps: HttpDeps, origin: string, signal: AbortSignal): Promise<LocalServer | null> {
  const get = async (path: string): Promise<unknown> => {
    try {
      return await getJson(deps, `${origin}${path}`, {}, PROBE_LIMIT_MS, signal)
    } catch {
      // Nobody there, or another kind of server: both mean that this is not it.
      return null
    }
  }
  const entries = entriesOf(await get('/v1/models'))
  if (entries === null) return null
  const server = (product: LocalServer['product']): LocalServer => ({
    product,
    baseUrl: `${origin}/v1`,
    models: entries.map((entry) => entry.id),
  })
  // llama.cpp and vLLM name themselves as the owner. llama.cpp also answers Ollama's requests, so it is asked for first.
  if (entries.some((entry) => entry.owned_by === 'llamacpp')) return server('llama.cpp')
  if (entries.some((entry) => entry.owned_by === 'vllm')) return server('vLLM')
  const [studio, version] = await Promise.all([get('/api/v0/models'), get('/api/version')])
  if (entriesOf(studio) !== null) return server('LM Studio')
  if (!z.object({ version: z.string() }).safeParse(version).success) return null
  // Its own protocol takes the size of the window; the compatible address does not.
  return { ...server('Ollama'), baseUrl: origin }
}
