import { constants } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { GitFact } from '../facts'
import { type GitSetting, namesProgram, readGitConfig } from './git-config'
import { gitlinksIn } from './git-index'

/** Largest file of settings that is read, in bytes; people's have a few hundred. */
const CONFIG_MAX = 256 * 1024
/** Files that include files; git itself stops at ten. */
const INCLUDES_MAX = 10
/** Repositories inside one another that are looked at. */
const REPOSITORIES_MAX = 64
/** Largest index that is looked through, in bytes; that is some 300,000 files. */
const INDEX_MAX = 32 * 1024 * 1024
/** The one hook that reading commands run: git status writes down what it has seen of the files. */
const HOOK = 'post-index-change'

/**
 * Settings of the repository around a folder that make reading commands of git run a program (B-166). The person's own
 * settings outside the repository are theirs. What cannot be read counts as such a setting.
 */
export async function gitSettings(folder: string, homeDir: string): Promise<GitFact> {
  const found = await findRepository(folder)
  if (!found) return { settings: [] }
  if (found.gitDir === null) return { settings: ['a .git that cannot be read'] }
  const settings: string[] = []
  const seen = new Set<string>()
  const waiting: Repository[] = [{ gitDir: found.gitDir, top: found.top }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next.gitDir)) continue
    seen.add(next.gitDir)
    if (seen.size > REPOSITORIES_MAX) return { settings: ['more submodules than can be looked at'] }
    const common = await commonFolder(next.gitDir)
    for (const folder of new Set([next.gitDir, common]))
      settings.push(...(await programsOf(folder, next.top, homeDir)))
    const inside = await repositoriesIn(next, common)
    if (inside === null) return { settings: ['an index that cannot be read'] }
    waiting.push(...inside)
  }
  return { settings: [...new Set(settings)] }
}

type Repository = { gitDir: string; top: string }

/** Repositories that this one holds; git status goes into each. Null when that cannot be told. */
async function repositoriesIn({ gitDir, top }: Repository, common: string): Promise<Repository[] | null> {
  const index = await indexOf(gitDir)
  if (index === 'unreadable') return null
  if (index === null) return []
  const config = (await settingsIn(join(common, 'config'), '/', INCLUDES_MAX)) ?? []
  const isSha256 = config.some(({ key, value }) => key === 'extensions.objectformat' && value === 'sha256')
  const links = gitlinksIn(index, isSha256 ? 'sha256' : 'sha1')
  if (links === null) return null
  const found: Repository[] = []
  for (const link of links.slice(0, REPOSITORIES_MAX + 1)) {
    const folder = join(top, link)
    const dot = join(folder, '.git')
    const kind = await kindOf(dot)
    if (kind === 'folder') found.push({ gitDir: dot, top: folder })
    else if (kind === 'file') {
      const pointer = await pointerIn(dot)
      if (pointer === null) return null
      found.push({ gitDir: resolve(folder, pointer), top: folder })
    }
  }
  return found
}

async function indexOf(gitDir: string): Promise<Buffer | 'unreadable' | null> {
  const file = join(gitDir, 'index')
  if ((await kindOf(file)) === null) return null
  try {
    const stats = await stat(file)
    return !stats.isFile() || stats.size > INDEX_MAX ? 'unreadable' : await readFile(file)
  } catch {
    // git could not read it either, but that is not known.
    return 'unreadable'
  }
}

async function pointerIn(dot: string): Promise<string | null> {
  return /^gitdir: (.*?)\s*$/s.exec((await textOf(dot)) ?? '')?.[1] ?? null
}

async function findRepository(folder: string): Promise<{ gitDir: string | null; top: string } | null> {
  for (let at = folder; ; at = dirname(at)) {
    const dot = join(at, '.git')
    const kind = await kindOf(dot)
    if (kind === 'folder') return { gitDir: dot, top: at }
    if (kind === 'file') {
      const pointer = await pointerIn(dot)
      return { gitDir: pointer === null ? null : resolve(at, pointer), top: at }
    }
    // A folder may be a repository without a working tree; it needs no `.git` then.
    if ((await kindOf(join(at, 'HEAD'))) === 'file' && (await kindOf(join(at, 'objects'))) === 'folder')
      return { gitDir: at, top: at }
    if (dirname(at) === at) return null
  }
}

async function commonFolder(gitDir: string): Promise<string> {
  const pointer = await textOf(join(gitDir, 'commondir'))
  return pointer === null ? gitDir : resolve(gitDir, pointer.trim())
}

async function programsOf(gitDir: string, top: string, homeDir: string): Promise<string[]> {
  const all: GitSetting[] = []
  for (const file of ['config', 'config.worktree']) {
    const settings = await settingsIn(join(gitDir, file), homeDir, 0)
    if (settings === null) return [`${file} of the repository, which cannot be read`]
    all.push(...settings)
  }
  const named = all.filter(namesProgram).map(({ key }) => key)
  const hooks = all.filter(({ key }) => key === 'core.hookspath').at(-1)?.value
  const folder = hooks === undefined ? join(gitDir, 'hooks') : resolve(top, fromHome(hooks, homeDir))
  if (await isExecutable(join(folder, HOOK))) named.push(`the hook ${HOOK}`)
  return named
}

async function settingsIn(file: string, homeDir: string, depth: number): Promise<GitSetting[] | null> {
  if ((await kindOf(file)) === null) return []
  const text = await textOf(file)
  const settings = text === null ? null : readGitConfig(text)
  if (settings === null || depth > INCLUDES_MAX) return null
  const all: GitSetting[] = []
  for (const setting of settings) {
    all.push(setting)
    if (!/^include(?:if\..*)?\.path$/.test(setting.key)) continue
    const path = fromHome(setting.value, homeDir)
    const included = await settingsIn(
      isAbsolute(path) ? path : resolve(dirname(file), path),
      homeDir,
      depth + 1,
    )
    if (included === null) return null
    all.push(...included)
  }
  return all
}

function fromHome(path: string, homeDir: string): string {
  return path.startsWith('~/') ? join(homeDir, path.slice(2)) : path
}

async function kindOf(path: string): Promise<'file' | 'folder' | null> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file'
  } catch {
    // Nothing there, or nothing that may be looked at; git could not either.
    return null
  }
}

async function textOf(path: string): Promise<string | null> {
  try {
    const stats = await stat(path)
    // A FIFO would be waited for.
    if (!stats.isFile() || stats.size > CONFIG_MAX) return null
    return await readFile(path, 'utf8')
  } catch {
    // The caller says what a file means that cannot be read.
    return null
  }
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return true
  } catch {
    // No such hook.
    return false
  }
}
