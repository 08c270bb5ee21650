// Builds src/core/output/wasm/normaliser-code.ts from its AssemblyScript source: node build/wasm/normaliser.mjs
// The result is checked in, so that nobody needs the compiler to build Vigil; a test compares the two.
import { readFileSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'
import { inProject } from '../setup/paths.mjs'

const SOURCE = inProject('src', 'core', 'output', 'wasm', 'normaliser.as')
const TARGET = inProject('src', 'core', 'output', 'wasm', 'normaliser-code.ts')
const MODULE = 'normaliser.ts'
/** 2 MiB, never more: views of the memory stay valid. */
const PAGES = '32'

/** The text of normaliser-code.ts. */
export async function normaliserCode() {
  let wasm = null
  const { error, stderr } = await asc.main(
    [
      MODULE,
      '--outFile=out.wasm',
      '--runtime=stub',
      '-O3',
      '--noAssert',
      '--enable=simd',
      '--use=abort=',
      `--initialMemory=${PAGES}`,
      `--maximumMemory=${PAGES}`,
      '--memoryBase=2048',
    ],
    {
      readFile: (name) => (name === MODULE ? readFileSync(SOURCE, 'utf8') : null),
      writeFile: (name, content) => {
        if (name === 'out.wasm') wasm = content
      },
      listFiles: () => [],
    },
  )
  if (error || !wasm) throw new Error(`${stderr.toString()}\n${error}`)
  const base64 = Buffer.from(wasm).toString('base64')
  const lines = base64.match(/.{1,100}/g) ?? []
  return [
    '// Made from normaliser.as by build/wasm/normaliser.mjs; not edited by hand.',
    `export const NORMALISER_CODE =`,
    ...lines.map((line, i) => `  '${line}'${i < lines.length - 1 ? ' +' : ''}`),
    '',
  ].join('\n')
}

if (process.argv[1] === import.meta.filename) writeFileSync(TARGET, await normaliserCode())
