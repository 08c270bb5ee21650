import { constants } from 'node:fs'
import { access, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { GitFact } from '../facts'
import { type GitSetting, namesProgram, readGitConfig } from './git-config'

/** Largest file of settings that is read, in bytes; people's have a few hundred. */
const CONFIG_MAX = 256 * 1024
/** Files that include files; git itself stops at ten. */
const INCLUDES_MAX = 10
/** Repositories below one repository that are looked at. */
const MODULES_MAX = 64
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
  const common = await commonFolder(found.gitDir)
  const folders = [found.gitDir, ...(common === found.gitDir ? [] : [common]), ...(await modulesOf(common))]
  if (folders.length > MODULES_MAX) return { settings: ['more submodules than can be looked at'] }
  const settings: string[] = []
  for (const each of folders) settings.push(...(await programsOf(each, found.top, homeDir)))
  return { settings: [...new Set(settings)] }
}

async function findRepository(folder: string): Promise<{ gitDir: string | null; top: string } | null> {
  for (let at = folder; ; at = dirname(at)) {
    const dot = join(at, '.git')
    const kind = await kindOf(dot)
    if (kind === 'folder') return { gitDir: dot, top: at }
    if (kind === 'file') {
      const pointer = /^gitdir: (.*?)\s*$/s.exec((await textOf(dot)) ?? '')?.[1]
      return { gitDir: pointer === undefined ? null : resolve(at, pointer), top: at }
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

/** Folders of submodules; git status goes into each. */
async function modulesOf(gitDir: string): Promise<string[]> {
  const found: string[] = []
  const waiting = [join(gitDir, 'modules')]
  for (let at = waiting.pop(); at !== undefined && found.length <= MODULES_MAX; at = waiting.pop()) {
    const names = await readdir(at, { withFileTypes: true }).catch(() => [])
    if (names.some(({ name }) => name === 'HEAD')) {
      found.push(at)
      waiting.push(join(at, 'modules'))
    } else waiting.push(...names.filter((name) => name.isDirectory()).map(({ name }) => join(at, name)))
    if (waiting.length > MODULES_MAX * 4) return Array.from({ length: MODULES_MAX + 1 }, () => at)
  }
  return found
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
    if ((await stat(path)).size > CONFIG_MAX) return null
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
