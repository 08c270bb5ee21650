#!/usr/bin/env node
// Installable packages for this system in dist/.
import { buildTarget } from '../build/setup/build-app.mjs'
import { passThrough } from '../build/setup/pass-through.mjs'
import { inProject, PROJECT } from '../build/setup/paths.mjs'
import { prepareTools } from '../build/setup/prepare.mjs'
import { runMain, step } from '../build/setup/step.mjs'

await runMain(async () => {
  await prepareTools()
  await step('App', (doing) => buildTarget('app', doing, { force: true }))
  const tool = inProject('node_modules', 'electron-builder', 'cli.js')
  const args = ['--config', 'build/electron-builder.yml', ...process.argv.slice(2)]
  return passThrough(process.execPath, [tool, ...args], { cwd: PROJECT })
})
