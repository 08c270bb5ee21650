import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import type { LookGuard } from '../approvals/look-guard'
import { MODEL_OUTPUT_MAX_BYTES } from '../output/excerpt'
import type { Ripgrep } from '../ports'
import { filePath } from './file-path'
import type { Tool, ToolAnswer } from './tool'
import { parseWith } from './tool-input'
import { SEARCH_DESCRIPTION, SEARCH_SCHEMA } from './tool-texts'

/** Most matches of one answer; who needs more asks more precisely. */
const MATCHES_MAX = 200
/** Longest part of a line that is shown, in bytes: lines of generated files have no end. */
const LINE_MAX_BYTES = 300
/** Largest file that is searched; bigger ones are data. */
const FILE_MAX = '10M'
/** Longest pattern, in UTF-16 units. */
const PATTERN_MAX_CHARS = 2000

export type SearchInput = {
  pattern: string
  path: string
  glob: string | null
  ignoreCase: boolean
  isLiteral: boolean
}

const inputSchema = z
  .object({
    pattern: z.string().min(1).max(PATTERN_MAX_CHARS),
    path: filePath.nullish(),
    glob: z.string().max(PATTERN_MAX_CHARS).nullish(),
    ignore_case: z.boolean().nullish(),
    literal: z.boolean().nullish(),
  })
  .transform(
    ({ pattern, path, glob, ignore_case, literal }): SearchInput => ({
      pattern,
      path: path ?? '.',
      glob: glob || null,
      ignoreCase: ignore_case ?? false,
      isLiteral: literal ?? false,
    }),
  )

/** What tools that look through folders need. */
export type LookDeps = { ripgrep: Ripgrep; mayLook: LookGuard }

/** The `search` tool: ripgrep, bounded, and blind for what the agent must not see (S-386, S-399). */
export function createSearchTool({ ripgrep, mayLook }: LookDeps): Tool<SearchInput> {
  return {
    spec: { name: 'search', description: SEARCH_DESCRIPTION, inputSchema: SEARCH_SCHEMA },
    parse: (raw) => parseWith(inputSchema, raw),
    isReadOnly: () => true,
    title: ({ pattern, path }) => (path === '.' ? `"${pattern}"` : `"${pattern}" (${path})`),
    async run(input, { chatId, workspaceRoot, signal }): Promise<ToolAnswer> {
      const looked = await mayLook({ chatId, workspaceRoot, path: input.path, permission: 'rg' })
      if (!looked.ok) return { text: looked.message, isError: true }
      const { place, shows } = looked
      const isFolder = (await stat(place)).isDirectory()
      const cwd = isFolder ? place : dirname(place)
      const found: string[] = []
      let bytes = 0
      const onLine = (line: string): boolean => {
        const [path = '', match = ''] = line.split('\0')
        const below = path.replace(/^\.[/\\]/, '')
        if (!shows(isFolder ? below : '', false)) return true
        const text = `${named(input.path, isFolder, below)}:${match}`
        bytes += Buffer.byteLength(text) + 1
        if (found.length >= MATCHES_MAX || bytes > MODEL_OUTPUT_MAX_BYTES) return false
        found.push(text)
        return true
      }
      try {
        const { code, messages, isEnough } = await ripgrep.run(
          { args: argumentsFor(input, isFolder ? '.' : basename(place)), cwd, onLine },
          signal,
        )
        // Code 2 comes with matches too, when a file could not be read.
        if (code !== 0 && code !== 1 && found.length === 0) return badSearch(messages)
        return answer(input, found, isEnough)
      } catch (error) {
        if (signal.aborted) return { text: 'The search was stopped by the user.', isError: true }
        throw error
      }
    },
  }
}

function argumentsFor({ pattern, glob, ignoreCase, isLiteral }: SearchInput, target: string): string[] {
  return [
    '--no-heading',
    '--with-filename',
    '--line-number',
    '--null',
    '--hidden',
    '--glob=!.git/',
    '--sort=path',
    `--max-columns=${LINE_MAX_BYTES}`,
    '--max-columns-preview',
    `--max-filesize=${FILE_MAX}`,
    ...(ignoreCase ? ['--ignore-case'] : []),
    ...(isLiteral ? ['--fixed-strings'] : []),
    ...(glob === null ? [] : [`--glob=${glob}`]),
    `--regexp=${pattern}`,
    '--',
    target,
  ]
}

/** The path of a match as the agent can name it to other tools. */
function named(path: string, isFolder: boolean, below: string): string {
  if (!isFolder) return path
  return path === '.' ? below : join(path, below)
}

function answer({ pattern }: SearchInput, found: readonly string[], isMore: boolean): ToolAnswer {
  const card = { kind: 'search', matches: found.length, isMore } as const
  if (found.length === 0) return { text: `Nothing found for ${pattern}`, isError: false, card }
  const facts = [
    `Matches: ${found.length}${isMore ? ' (there are more; search more precisely or in a folder)' : ''}`,
    'Each line: path:line number:text',
  ]
  return { text: `${facts.join('\n')}\n${found.join('\n')}`, isError: false, card }
}

function badSearch(messages: string): ToolAnswer {
  const why = messages.replace(/^rg: /gm, '').trim()
  return { text: `The search could not be made: ${why || 'unknown reason'}`, isError: true }
}
