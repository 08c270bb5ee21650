import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The project folder; Playwright runs with it as the current one. */
export const PROJECT = process.cwd()

/** The Electron that the set-up found; `npm run setup` finds one. */
export function electronExecutable(): string {
  const record = join(PROJECT, 'node_modules', '.cache', 'vigil', 'runtime.json')
  try {
    return (JSON.parse(readFileSync(record, 'utf8')) as { executable: string }).executable
  } catch (cause) {
    throw new Error('No Electron runtime is set up. Run: npm run setup', { cause })
  }
}
