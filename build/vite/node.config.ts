import { readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { runnerBundle } from './runner-bundle.ts'

/** Loaded from node_modules at run time; everything else goes into the bundle. */
const NATIVE = ['libsql', 'node-pty', '@napi-rs/image']

/** What `--mode` can name: the programs, and the folder for their bundles. */
const PROGRAMS: Record<string, () => { input: Record<string, string>; outDir: string }> = {
  cli: () => ({ input: { index: 'src/cli/index.ts' }, outDir: 'out/cli' }),
  bench: () => ({ input: Object.fromEntries(measurements()), outDir: 'out/bench' }),
}

/** Every measurement in bench/ is a program of its own. */
function measurements(): [string, string][] {
  return readdirSync('bench')
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => [name.slice(0, -'.ts'.length), join('bench', name)])
}

/** Programs for plain Node. */
export default defineConfig(({ mode }) => {
  const programs = PROGRAMS[mode]
  if (!programs) throw new Error(`--mode must be one of: ${Object.keys(PROGRAMS).join(', ')}`)
  const { input, outDir } = programs()
  return {
    plugins: [runnerBundle({ fileName: 'runner.js', format: 'es', target: 'node20' })],
    publicDir: false,
    ssr: { noExternal: true, external: NATIVE, target: 'node' },
    // The mode only picks the programs; libraries must always be their production selves.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input,
        external: [...builtinModules, /^node:/, ...NATIVE],
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  }
})
