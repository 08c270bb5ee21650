import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'

// From the folder that every build is started in, the project's: electron-vite puts this module into its configuration
// and gives it that file's `import.meta.dirname`.
const RUNNER = resolve('src/core/runner/runner.ts')

type Target = { format: 'cjs' | 'es'; target: string }

/**
 * Adds the runner to a program: one file without neighbours, because it is started by its path, must start fast, and is
 * kept outside of the archive of a packaged app.
 */
export function runnerBundle({ fileName, ...target }: Target & { fileName: string }): Plugin {
  return {
    name: 'vigil-runner-bundle',
    apply: 'build',
    async generateBundle() {
      const { code, files } = await bundleForNode(RUNNER, target)
      this.emitFile({ type: 'asset', fileName, source: code })
      // `npm run dev` builds again when one of these changes.
      for (const file of files) this.addWatchFile(file)
    },
  }
}

/** One program with all that it imports, as one file, and the files it is made of. */
export async function bundleForNode(
  entry: string,
  { format, target }: Target,
): Promise<{ code: string; files: string[] }> {
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
        input: { program: entry },
        external: [...builtinModules, /^node:/],
        output: { format, codeSplitting: false },
      },
    },
  })
  const chunks = 'output' in result ? result.output.filter((part) => part.type === 'chunk') : []
  const [program] = chunks
  if (!program || chunks.length > 1) throw new Error(`${entry} was not built as one file.`)
  return { code: program.code, files: program.moduleIds.filter((file) => file.startsWith('/')) }
}
