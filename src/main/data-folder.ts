import { chmodSync, mkdirSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { DataPaths } from '../core/ports'

/** Only the person who runs Vigil may look into its data (S-140). */
const OWNER_ONLY = 0o700

/**
 * The folder that holds everything Vigil keeps: `--data-dir DIR`, then `VIGIL_DATA_DIR`, then the system's place for
 * application data.
 */
export function chooseDataFolder(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  appData: string,
  cwd: string,
): string {
  const named = optionValue('--data-dir', argv) || env.VIGIL_DATA_DIR
  if (!named) return join(appData, 'Vigil')
  return isAbsolute(named) ? named : resolve(cwd, named)
}

function optionValue(option: string, argv: readonly string[]): string | undefined {
  for (const [index, argument] of argv.entries()) {
    if (argument === option) return argv[index + 1]
    if (argument.startsWith(`${option}=`)) return argument.slice(option.length + 1)
  }
  return undefined
}

/** Makes the data folder and its parts, owner-only also when they existed with wider rights (S-140). */
export function makeDataFolder(root: string): DataPaths {
  const paths: DataPaths = {
    root,
    database: join(root, 'vigil.db'),
    outputs: join(root, 'outputs'),
    runtime: join(root, 'runtime'),
  }
  for (const folder of [paths.root, paths.outputs, paths.runtime]) {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY })
    chmodSync(folder, OWNER_ONLY)
  }
  return paths
}
