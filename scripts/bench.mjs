#!/usr/bin/env node
// Runs the measurements in bench/, all of them or those named: `npm run bench -- spawn`.
import { readdirSync } from 'node:fs'
import { buildTarget } from '../build/setup/build-app.mjs'
import { passThrough } from '../build/setup/pass-through.mjs'
import { inProject, PROJECT } from '../build/setup/paths.mjs'
import { prepareTools } from '../build/setup/prepare.mjs'
import { runMain, SetupError, step } from '../build/setup/step.mjs'

await runMain(async () => {
  const wanted = process.argv.slice(2)
  const all = readdirSync(inProject('bench'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
  // Takes minutes and compares nothing: only on demand, as `npm run soak`.
  const usual = all.filter((name) => name !== 'soak')
  const unknown = wanted.filter((name) => !all.includes(name))
  if (unknown.length > 0)
    throw new SetupError(`No such measurement: ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  await prepareTools()
  await step('Build', (doing) => buildTarget('bench', doing))
  await step('Command line', (doing) => buildTarget('cli', doing))
  let worst = 0
  for (const name of wanted.length > 0 ? wanted : usual) {
    process.stdout.write(`\n── ${name} ──\n`)
    const code = await passThrough(process.execPath, [inProject('out', 'bench', `${name}.js`)], {
      cwd: PROJECT,
    })
    worst = Math.max(worst, code)
  }
  return worst
})
