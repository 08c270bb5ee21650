import { checkTerminalSupport, installDependencies } from './dependencies.mjs'
import { provideRuntime, readRuntime } from './electron-runtime.mjs'
import { checkSandbox } from './electron-switches.mjs'
import { checkNode } from './node-version.mjs'
import { step } from './step.mjs'
import { provideLibraries } from './system-libraries.mjs'
import { hasDisplay, provideXvfb, startVirtualDisplay } from './virtual-display.mjs'

/** What every command needs: Node and the locked dependencies. */
export async function prepareTools() {
  await step('Node', () => checkNode())
  await step('Dependencies', installDependencies)
  await step('Terminal support', checkTerminalSupport)
}

/** What running the app needs on top; returns the executable. */
export async function prepareElectron() {
  await step('Electron', provideRuntime)
  const { executable } = readRuntime()
  await step('System libraries', (doing) => provideLibraries(executable, doing))
  await step('Sandbox', () => checkSandbox(executable))
  if (!hasDisplay()) await step('Display', provideXvfb)
  return executable
}

/** Runs `work` with an environment that has a display: the machine's, or a virtual one for as long as it takes. */
export async function withDisplay(work) {
  if (hasDisplay()) return work(process.env)
  const display = await startVirtualDisplay()
  try {
    return await work({ ...process.env, ...display.env })
  } finally {
    display.stop()
  }
}
