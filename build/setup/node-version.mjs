import { SetupError } from './step.mjs'

/** The oldest Node that the build tools run on. */
export const OLDEST_NODE = '20.19.0'

const numbers = (version) => version.replace(/^v/, '').split('-')[0].split('.').map(Number)

/** True when `version` is `oldest` or later; a version that cannot be read is too old. */
export function isNewEnough(version, oldest = OLDEST_NODE) {
  const [have, need] = [numbers(version), numbers(oldest)]
  for (let i = 0; i < 3; i++) {
    const [h, n] = [have[i] ?? 0, need[i] ?? 0]
    if (Number.isNaN(h)) return false
    if (h !== n) return h > n
  }
  return true
}

/** Refuses a Node that is too old and says how to get another. */
export function checkNode(version = process.version) {
  if (!isNewEnough(version)) {
    throw new SetupError(
      `Vigil needs Node ${OLDEST_NODE} or later, this is ${version}.\nInstall it from your package manager, or with nvm: nvm install 22`,
    )
  }
  return version
}
