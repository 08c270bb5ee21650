import { aptCommand, aptInstall, canUseApt } from './apt.mjs'
import { run } from './run.mjs'
import { SetupError } from './step.mjs'

/** Debian packages of the libraries that Electron is linked to and that a bare image lacks. */
export const PACKAGE_OF = {
  'libgtk-3.so.0': 'libgtk-3-0',
  'libgdk-3.so.0': 'libgtk-3-0',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0',
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libgmodule-2.0.so.0': 'libglib2.0-0',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libsmime3.so': 'libnss3',
  'libnspr4.so': 'libnspr4',
  'libasound.so.2': 'libasound2',
  'libgbm.so.1': 'libgbm1',
  'libdrm.so.2': 'libdrm2',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libcairo.so.2': 'libcairo2',
  'libexpat.so.1': 'libexpat1',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libX11.so.6': 'libx11-6',
  'libX11-xcb.so.1': 'libx11-xcb1',
  'libxcb.so.1': 'libxcb1',
  'libxcb-dri3.so.0': 'libxcb-dri3-0',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libXrandr.so.2': 'libxrandr2',
  'libXtst.so.6': 'libxtst6',
  'libudev.so.1': 'libudev1',
}

/** The libraries that ldd reports as missing. */
export function missingLibraries(lddOutput) {
  const names = [...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1])
  return [...new Set(names)]
}

/** The packages that hold these libraries; `unknown` are those that no table row names. */
export function packagesFor(libraries) {
  const packages = new Set()
  const unknown = []
  for (const library of libraries) {
    const name = PACKAGE_OF[library]
    if (name) packages.add(name)
    else unknown.push(library)
  }
  return { packages: [...packages], unknown }
}

/** Makes sure that Electron can be loaded: as root it installs what is missing, otherwise it prints the one command. */
export async function provideLibraries(executable, doing) {
  if (process.platform !== 'linux') return null
  const before = await missingOf(executable)
  if (before.length === 0) return 'all there'
  const { packages, unknown } = packagesFor(before)
  if (packages.length === 0) throw new SetupError(`Electron needs these libraries: ${unknown.join(', ')}`)
  if (!canUseApt()) {
    throw new SetupError(
      `Electron needs libraries that this system lacks: ${before.join(', ')}\nRun this once, then try again:\n\n    ${await aptCommand(packages)}\n`,
    )
  }
  doing(`installing ${packages.join(' ')}`)
  await aptInstall(packages)
  const after = await missingOf(executable)
  if (after.length > 0) throw new SetupError(`Electron still lacks: ${after.join(', ')}`)
  return `installed ${packages.join(' ')}`
}

async function missingOf(executable) {
  const result = await run('ldd', [executable])
  return missingLibraries(result.stdout)
}
