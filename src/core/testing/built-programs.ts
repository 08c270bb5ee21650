import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleForNode } from '../../../build/vite/runner-bundle.ts'

const RUNNER_FOLDER = join(import.meta.dirname, '../runner')

/** Builds the runner into a folder; a runner is a program of its own, so tests with real ones need it built. */
export async function buildRunner(folder: string): Promise<string> {
  return buildProgram(join(RUNNER_FOLDER, 'runner.ts'), join(folder, 'runner.mjs'))
}

/** Builds a program that owns a runner, for tests in which the owner dies. */
export async function buildOwner(folder: string): Promise<string> {
  return buildProgram(join(RUNNER_FOLDER, 'fixtures/owner.ts'), join(folder, 'owner.mjs'))
}

async function buildProgram(entry: string, file: string): Promise<string> {
  const { code } = await bundleForNode(entry, { format: 'es', target: 'node20' })
  writeFileSync(file, code)
  return file
}
