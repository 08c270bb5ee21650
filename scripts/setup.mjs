#!/usr/bin/env node
// Makes a fresh clone ready: dependencies, an Electron runtime, system libraries. No dependencies of its own.
import { prepareElectron, prepareTools } from '../build/setup/prepare.mjs'
import { runMain } from '../build/setup/step.mjs'

await runMain(async () => {
  await prepareTools()
  await prepareElectron()
})
