import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

/** The command-line tool: one bundle for plain Node, with the native modules left outside. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: ['libsql', 'node-pty'], target: 'node' },
  build: {
    ssr: 'src/cli/index.ts',
    outDir: 'out/cli',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      external: [...builtinModules, /^node:/, 'libsql', 'node-pty'],
      output: { format: 'es', entryFileNames: 'index.js', codeSplitting: false },
    },
  },
})
