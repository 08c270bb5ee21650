import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleForNode } from '../../../build/vite/runner-bundle.ts'

const RUNNER_FOLDER = join(import.meta.dirname, '../runner')

/** Builds the runner into a folder; a runner is a program of its own, so tests with real ones need it built. */
export async function buildRunner(folder: string): Promise<string> {
  return buildProgram(join(RUNNER_FOLDER, 'runner.ts'), join(folder, 'runner.mjs'))
}

let built: Promise<string> | null = null

/** The runner, built once for all tests of this process. */
export function builtRunner(): Promise<string> {
  built ??= buildRunner(folderOfThisProcess())
  return built
}

function folderOfThisProcess(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-programs-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
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
