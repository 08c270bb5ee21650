#!/usr/bin/env node
// The command-line tool from the sources: builds when they are newer, then gets out of the way. Only what the tool
// itself prints goes to standard output.
import { buildTarget } from '../build/setup/build-app.mjs'
import { installDependencies } from '../build/setup/dependencies.mjs'
import { checkNode } from '../build/setup/node-version.mjs'
import { passThrough } from '../build/setup/pass-through.mjs'
import { inProject } from '../build/setup/paths.mjs'
import { runMain, step } from '../build/setup/step.mjs'

/** A step that says nothing when there was nothing to do: this script runs many times a day. */
const quietStep = (title, idle, work) =>
  step(title, async (doing) => {
    const said = await work(doing)
    return said === idle ? null : said
  })

await runMain(async () => {
  checkNode()
  await quietStep('Dependencies', 'already installed', installDependencies)
  await quietStep('Command line', 'up to date', (doing) => buildTarget('cli', doing))
  return passThrough(process.execPath, [inProject('out', 'cli', 'index.js'), ...process.argv.slice(2)])
})
