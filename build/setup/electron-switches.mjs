import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SetupError } from './step.mjs'
import { hasDisplay } from './virtual-display.mjs'

/** Chromium's switches that this machine needs; `system` is passed in so that the table can be tested. */
export function electronSwitches({ platform, root, display, wayland, virtual }) {
  if (platform !== 'linux') return []
  const switches = []
  // Chromium refuses to run as root with its sandbox.
  if (root) switches.push('--no-sandbox')
  if (wayland && !display) switches.push('--ozone-platform=wayland')
  // A virtual display has no GPU and usually no desktop bus: without these Chromium prints a page of complaints.
  if (virtual) switches.push('--disable-gpu', '--log-level=3')
  return switches
}

/** The switches for this process's own machine and environment. */
export function switchesHere(env) {
  return electronSwitches({
    platform: process.platform,
    root: process.getuid?.() === 0,
    display: Boolean(env.DISPLAY),
    wayland: Boolean(env.WAYLAND_DISPLAY),
    virtual: !hasDisplay(),
  })
}

/** Some distributions forbid the sandbox to ordinary programs; then Electron only aborts, so say how to allow it. */
export function checkSandbox(executable) {
  if (process.platform !== 'linux' || process.getuid?.() === 0) return null
  const forbidden =
    readFlag('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    readFlag('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1'
  if (!forbidden) return null
  const helper = join(dirname(executable), 'chrome-sandbox')
  if (isSetuidRoot(helper)) return null
  throw new SetupError(
    `This system allows Chromium's sandbox only through its helper.\nRun this once, then try again:\n\n    sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'\n`,
  )
}

function isSetuidRoot(file) {
  try {
    const { uid, mode } = statSync(file)
    return uid === 0 && (mode & 0o4000) !== 0
  } catch {
    return false // no helper in this runtime
  }
}

function readFlag(file) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null // this kernel has no such switch
  }
}
