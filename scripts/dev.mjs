#!/usr/bin/env node
// The app with hot reload of the window.
import { switchesHere } from '../build/setup/electron-switches.mjs'
import { passThrough } from '../build/setup/pass-through.mjs'
import { inProject, PROJECT } from '../build/setup/paths.mjs'
import { prepareElectron, prepareTools, withDisplay } from '../build/setup/prepare.mjs'
import { runMain } from '../build/setup/step.mjs'

await runMain(async () => {
  await prepareTools()
  const executable = await prepareElectron()
  return withDisplay((env) => {
    const tool = inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js')
    return passThrough(
      process.execPath,
      [tool, 'dev', '--watch', '--', ...switchesHere(env), ...process.argv.slice(2)],
      {
        cwd: PROJECT,
        env: { ...env, ELECTRON_EXEC_PATH: executable },
      },
    )
  })
})
