#!/usr/bin/env node
// Sets up, builds what is out of date and runs the app; arguments after `--` go to the app.
import { buildTarget } from '../build/setup/build-app.mjs'
import { switchesHere } from '../build/setup/electron-switches.mjs'
import { passThrough } from '../build/setup/pass-through.mjs'
import { PROJECT } from '../build/setup/paths.mjs'
import { prepareElectron, prepareTools, withDisplay } from '../build/setup/prepare.mjs'
import { runMain, step } from '../build/setup/step.mjs'

await runMain(async () => {
  await prepareTools()
  const executable = await prepareElectron()
  await step('Build', (doing) => buildTarget('app', doing))
  return withDisplay((env) => {
    process.stderr.write('  → Vigil is starting; close its window or press Ctrl+C to end it\n')
    return passThrough(executable, [...switchesHere(env), PROJECT, ...process.argv.slice(2)], {
      env: withoutRunAsNode(env),
      ownGroup: true,
    })
  })
})

// Set in terminals of Electron-based editors; with it the app would start as a plain Node.
function withoutRunAsNode({ ELECTRON_RUN_AS_NODE: _, ...env }) {
  return env
}
