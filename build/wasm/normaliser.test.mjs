import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { normaliserCode } from './normaliser.mjs'

it('the normaliser that is checked in is what its source compiles to', async () => {
  const stored = readFileSync(inProject('src', 'core', 'output', 'wasm', 'normaliser-code.ts'), 'utf8')
  const code = (text) => text.match(/'[^']*'/g)?.join('')
  expect(code(stored)).toBe(code(await normaliserCode()))
}, 60_000)
