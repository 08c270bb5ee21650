import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { nodeBundle } from './node-bundle'

/** Every measurement in bench/ is a program of its own. */
const programs = readdirSync('bench')
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => [name.slice(0, -'.ts'.length), join('bench', name)])

export default defineConfig(nodeBundle(Object.fromEntries(programs), 'out/bench'))
