#!/usr/bin/env node
// Runs the measurements in bench/, all of them or those named: `npm run bench -- spawn`.
import { readdirSync } from 'node:fs'
import { buildTarget } from '../build/setup/build-app.mjs'
import { passThrough } from '../build/setup/pass-through.mjs'
import { inProject, PROJECT } from '../build/setup/paths.mjs'
import { prepareElectron, prepareTools, withDisplay } from '../build/setup/prepare.mjs'
import { runMain, SetupError, step } from '../build/setup/step.mjs'

/** Measured in the real window, which Playwright drives: the file of each in e2e/bench. */
const IN_WINDOW = { window: 'flood', jobs: 'jobs', chat: 'chat' }

await runMain(async () => {
  const named = process.argv.slice(2)
  const wanted = named.filter((name) => !Object.hasOwn(IN_WINDOW, name))
  const all = readdirSync(inProject('bench'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
  // Takes minutes and compares nothing: only on demand, as `npm run soak`.
  const usual = all.filter((name) => name !== 'soak')
  const unknown = wanted.filter((name) => !all.includes(name))
  if (unknown.length > 0)
    throw new SetupError(
      `No such measurement: ${unknown.join(', ')}. There are: ${[...all, ...Object.keys(IN_WINDOW)].join(', ')}.`,
    )
  await prepareTools()
  await step('Build', (doing) => buildTarget('bench', doing))
  await step('Command line', (doing) => buildTarget('cli', doing))
  let worst = 0
  for (const name of named.length > 0 ? wanted : usual) {
    process.stdout.write(`\n── ${name} ──\n`)
    const code = await passThrough(process.execPath, [inProject('out', 'bench', `${name}.js`)], {
      cwd: PROJECT,
    })
    worst = Math.max(worst, code)
  }
  for (const [name, file] of Object.entries(IN_WINDOW))
    if (named.length === 0 || named.includes(name)) worst = Math.max(worst, await inWindow(name, file))
  return worst
})

async function inWindow(name, file) {
  await prepareElectron()
  await step('App', (doing) => buildTarget('app', doing))
  process.stdout.write(`\n── ${name} ──\n`)
  const cli = inProject('node_modules', '@playwright/test/cli.js')
  return withDisplay((env) =>
    passThrough(process.execPath, [cli, 'test', '--project', 'bench', '--workers', '1', `${file}.bench.ts`], {
      cwd: PROJECT,
      env: { ...env, VIGIL_BENCH: '1' },
    }),
  )
}
