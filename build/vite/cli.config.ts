import { defineConfig } from 'vite'
import { nodeBundle } from './node-bundle'

/** The command-line tool. */
export default defineConfig(nodeBundle({ index: 'src/cli/index.ts' }, 'out/cli'))
