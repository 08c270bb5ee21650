import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Adds the runner to a program: one file without neighbours, because it is started by its path, must start fast, and is
 * kept outside of the archive of a packaged app.
 */
export function runnerBundle(options: { fileName: string; format: 'cjs' | 'es'; target: string }): Plugin {
  const { fileName, format, target } = options
  return {
    name: 'vigil-runner-bundle',
    apply: 'build',
    async generateBundle() {
      const result = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        ssr: { noExternal: true, target: 'node' },
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          ssr: true,
          write: false,
          target,
          minify: false,
          rolldownOptions: {
            input: { runner: join(import.meta.dirname, '../../src/core/runner/runner.ts') },
            external: [...builtinModules, /^node:/],
            output: { format, codeSplitting: false },
          },
        },
      })
      if (Array.isArray(result) || !('output' in result))
        throw new Error('The runner was not built as one bundle.')
      for (const part of result.output) {
        if (part.type !== 'chunk') continue
        this.emitFile({ type: 'asset', fileName, source: part.code })
        // `npm run dev` builds again when one of these changes.
        for (const file of part.moduleIds) if (file.startsWith('/')) this.addWatchFile(file)
      }
    },
  }
}
