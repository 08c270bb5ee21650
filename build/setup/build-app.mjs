import { withLock } from './build-lock.mjs'
import { isFresh, writeStamp } from './freshness.mjs'
import { inProject } from './paths.mjs'
import { lastWords, run } from './run.mjs'
import { SetupError } from './step.mjs'

const COMMON = ['package.json', 'package-lock.json', 'src/shared', 'src/core']

/** What can be built: its sources, its stamp, and the program that builds it. */
const TARGETS = {
  app: {
    sources: [...COMMON, 'src/main', 'src/preload', 'src/renderer', 'electron.vite.config.ts'],
    tool: ['electron-vite/bin/electron-vite.js', 'build'],
  },
  cli: {
    sources: [...COMMON, 'src/cli', 'build/vite'],
    tool: ['vite/bin/vite.js', 'build', '--config', 'build/vite/node.config.ts', '--mode', 'cli'],
  },
  bench: {
    sources: [...COMMON, 'bench', 'build/vite'],
    tool: ['vite/bin/vite.js', 'build', '--config', 'build/vite/node.config.ts', '--mode', 'bench'],
  },
}

/** Builds a target unless it is newer than its sources. */
export async function buildTarget(name, doing, { force = false } = {}) {
  const { sources, tool } = TARGETS[name]
  const stamp = inProject('out', `.${name}-built`)
  const paths = sources.map((path) => inProject(path))
  if (!force && isFresh(stamp, paths)) return 'up to date'
  return withLock(inProject('out', `.${name}-building`), async () => {
    if (!force && isFresh(stamp, paths)) return 'up to date'
    doing('building')
    const startedAt = new Date()
    const [script, ...args] = tool
    const result = await run(process.execPath, [inProject('node_modules', script), ...args], {
      cwd: inProject(),
    })
    if (result.code !== 0) throw new SetupError(`Building the ${name} failed.\n${lastWords(result)}`)
    writeStamp(stamp, startedAt)
    return 'built'
  })
}
