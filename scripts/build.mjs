#!/usr/bin/env node
// Builds the app and the command-line tool; `--force` also when they are newer than the sources.
import { buildTarget } from '../build/setup/build-app.mjs'
import { prepareTools } from '../build/setup/prepare.mjs'
import { runMain, step } from '../build/setup/step.mjs'

const force = process.argv.includes('--force')

await runMain(async () => {
  await prepareTools()
  await step('App', (doing) => buildTarget('app', doing, { force }))
  await step('Command line', (doing) => buildTarget('cli', doing, { force }))
})
