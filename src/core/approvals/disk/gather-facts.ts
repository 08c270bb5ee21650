import type { FactBook, Need } from '../facts'
import { findProgram } from './find-program'
import { gitSettings } from './git-settings'
import { ignoredPaths } from './ignored-paths'
import { realPathOf } from './real-path'
import { shellScript } from './shell-script'

/** What looking things up needs. */
export type DiskDeps = {
  homeDir: string
  /** The folders in which the command's shell will look for programs, in order. */
  searchPath(): Promise<readonly string[]>
}

/** Looks up what a decision missed. */
export async function gatherFacts(book: FactBook, needs: readonly Need[], deps: DiskDeps): Promise<void> {
  await Promise.all(needs.map((need) => gather(book, need, deps)))
}

async function gather(book: FactBook, { kind, of }: Need, { homeDir, searchPath }: DiskDeps): Promise<void> {
  switch (kind) {
    case 'path':
      book.set(kind, of, await realPathOf(of))
      return
    case 'program':
      book.set(kind, of, await findProgram(of, await searchPath()))
      return
    case 'git':
      book.set(kind, of, await gitSettings(of, homeDir))
      return
    case 'ignore':
      book.set(kind, of, await ignoredPaths(of))
      return
    case 'script':
      book.set(kind, of, { text: await shellScript(of) })
      return
    default:
  }
}
