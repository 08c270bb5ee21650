import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { runnerBundle } from './build/vite/runner-bundle.ts'

// electron-vite takes its targets from the declared Electron. Ours are what every runtime that we start has: the
// development runtime from the npm registry is Node 18 and Chromium 114, and newer syntax would not even parse there.
const NODE_TARGET = 'node18'
const CHROME_TARGET = 'chrome114'

// Native modules stay outside; everything else is bundled, so that ESM-only packages work in a CommonJS main process.
const external = [
  'electron',
  /^electron\//,
  /^node:/,
  ...builtinModules,
  'libsql',
  'node-pty',
  '@napi-rs/image',
]

// The page forbids scripts that are written into it; hot reload writes one. Nothing of this is in a build.
const allowHotReload: Plugin = {
  name: 'allow-hot-reload',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
}

export default defineConfig({
  main: {
    plugins: [runnerBundle({ fileName: 'runner.cjs', format: 'cjs', target: NODE_TARGET })],
    build: {
      target: NODE_TARGET,
      externalizeDeps: false,
      sourcemap: true,
      rolldownOptions: {
        input: { index: 'src/main/index.ts' },
        external,
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
      },
    },
  },
  preload: {
    build: {
      target: NODE_TARGET,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        external: ['electron'],
        // A sandboxed preload is CommonJS and one file: it cannot require its neighbours.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), tailwindcss(), allowHotReload],
    build: {
      target: CHROME_TARGET,
      cssTarget: CHROME_TARGET,
      minify: true,
      rolldownOptions: { input: { index: resolve('src/renderer/index.html') } },
    },
  },
})
