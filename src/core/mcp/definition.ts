import { createHash } from 'node:crypto'
import type { McpServer } from '../../shared/mcp'

/**
 * Stands for exactly this definition in exactly this place: what a person trusted or allowed holds for nothing else.
 * `root` is the folder of the workspace, null for a server of the settings. The order of names does not matter, that of
 * arguments does.
 */
export function definitionDigest(server: McpServer, root: string | null): string {
  return createHash('sha256').update(stableJson({ root, server })).digest('hex')
}

function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${stableJson(part)}`).join(',')}}`
}

/** A value with the variables that it names, or the first one that is not set. */
export function withVariables(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): { ok: true; text: string } | { ok: false; missing: string } {
  let missing: string | null = null
  const filled = text.replace(VARIABLE, (_all, name: string) => {
    const value = env[name]
    if (value === undefined) missing ??= name
    return value ?? ''
  })
  return missing === null ? { ok: true, text: filled } : { ok: false, missing }
}

/** True when the text names a variable: then the secret is in the environment, not in the text. */
export function namesVariable(text: string): boolean {
  return text.search(VARIABLE) >= 0
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g
