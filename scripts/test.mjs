#!/usr/bin/env node
// Everything that must hold before a change lands: set-up, lint, types, build, unit, real and end-to-end tests.
// `npm test -- lint unit` runs only the named stages.
import { rmSync } from 'node:fs'
import { buildTarget } from '../build/setup/build-app.mjs'
import { passThrough } from '../build/setup/pass-through.mjs'
import { inProject, PROJECT } from '../build/setup/paths.mjs'
import { prepareElectron, prepareTools, withDisplay } from '../build/setup/prepare.mjs'
import { runMain, SetupError, step } from '../build/setup/step.mjs'
import { closingLine, playwrightCounts, runnerCounts, vitestCounts } from '../build/setup/test-counts.mjs'
import { provideTestPrograms } from '../build/setup/test-programs.mjs'

const RESULTS = inProject('test-results')
const counts = []
const problems = []

/** The stages in order; each returns true when it holds. */
const STAGES = {
  lint: () => npmScript('lint'),
  types: () => npmScript('typecheck'),
  build: async () => {
    await step('App', (doing) => buildTarget('app', doing))
    await step('Command line', (doing) => buildTarget('cli', doing))
    return true
  },
  unit: () => vitest('unit'),
  real: () => vitest('real'),
  e2e: () => withDisplay(playwright),
}

await runMain(async () => {
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((name) => !Object.hasOwn(STAGES, name))
  if (unknown.length > 0) {
    throw new SetupError(
      `No such stage: ${unknown.join(', ')}. There are: ${Object.keys(STAGES).join(', ')}.`,
    )
  }
  const stages = Object.keys(STAGES).filter((name) => wanted.length === 0 || wanted.includes(name))
  await prepareTools()
  if (stages.includes('real') || stages.includes('e2e')) await step('Programs for tests', provideTestPrograms)
  if (stages.includes('e2e')) await prepareElectron()
  rmSync(RESULTS, { recursive: true, force: true })
  for (const name of stages) await runStage(name)
  if (problems.length > 0) process.stdout.write(`\nNot in order: ${problems.join(', ')}\n`)
  if (counts.length > 0) process.stdout.write(`\n${closingLine(counts)}\n`)
  return problems.length > 0 ? 1 : 0
})

async function runStage(name) {
  // Without a build there is nothing to look at; what it would find would only hide the cause.
  if (problems.includes('build') && name === 'e2e') return
  process.stdout.write(`\n── ${name} ──\n`)
  const started = performance.now()
  const holds = await STAGES[name]().catch((error) => {
    if (!(error instanceof SetupError)) throw error
    process.stdout.write(`${error.message}\n`)
    return false
  })
  if (!holds) problems.push(name)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  process.stdout.write(`── ${name}: ${holds ? 'in order' : 'NOT in order'}, ${seconds} s ──\n`)
}

async function npmScript(name) {
  const npm = process.env.npm_execpath
  const [file, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  return (await passThrough(file, [...first, 'run', '--silent', name], { cwd: PROJECT })) === 0
}

async function vitest(project) {
  const report = inProject('test-results', `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await tool('vitest/vitest.mjs', ['run', '--project', project, ...reporters], process.env)
  counts.push(runnerCounts(code, report, vitestCounts))
  return code === 0
}

async function playwright(env) {
  const code = await tool('@playwright/test/cli.js', ['test'], env)
  counts.push(runnerCounts(code, inProject('test-results', 'e2e.json'), playwrightCounts))
  return code === 0
}

function tool(script, args, env) {
  return passThrough(process.execPath, [inProject('node_modules', script), ...args], { cwd: PROJECT, env })
}
