import { builtinModules } from 'node:module'
import type { UserConfig } from 'vite'

/** Bundles programs for plain Node: everything inside but the native modules, which are loaded from node_modules. */
export function nodeBundle(input: Record<string, string>, outDir: string): UserConfig {
  const native = ['libsql', 'node-pty']
  return {
    publicDir: false,
    ssr: { noExternal: true, external: native, target: 'node' },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input,
        external: [...builtinModules, /^node:/, ...native],
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  }
}
