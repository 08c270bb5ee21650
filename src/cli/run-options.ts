import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { unknownModel } from '../core/models/known-models'
import type { HostFacts } from '../core/ports'
import { readJsonFile } from '../core/settings/json-file'
import { parseSettings } from '../core/settings/parse-settings'
import { type Connection, connectionSchema, type ModelRef, RUNBOOK } from '../shared/models'
import { isPermissionMode, type PermissionMode } from '../shared/permissions'
import type { Settings } from '../shared/settings'
import { textFrom } from './given-text'
import { UsageError } from './usage-error'

/** What `vigil run` was asked to do. */
export type RunOptions = {
  prompt: string
  json: boolean
  /** Nobody can answer questions, also where there is a terminal (S-365). */
  unattended: boolean
  /** As given; null takes the default model of the settings. */
  model: string | null
  /** An OpenAI-compatible server to use instead of the connections of the settings. */
  baseUrl: string | null
  /** The variable that holds its key. */
  keyEnv: string | null
  /** What may run without a question; the blocked list asks in every mode. */
  mode: PermissionMode
  allow: string[]
  /** Files of images that go along with the prompt. */
  images: string[]
  workdir: string | null
  profile: string | null
  /** Folder of the app's data, for its settings; null takes the usual one. */
  dataDir: string | null
}

/** Options as commander gives them. */
export type RawRunOptions = {
  json?: boolean
  unattended?: boolean
  kodikUnattended?: boolean
  model?: string
  baseUrl?: string
  keyEnv?: string
  mode?: string
  allow?: string[]
  image?: string[]
  workdir?: string
  profile?: string
  dataDir?: string
  promptFile?: string
}

/** Checks the arguments and reads the prompt from where it is. */
export async function readRunOptions(
  words: readonly string[],
  raw: RawRunOptions,
  stdin: Readable,
): Promise<RunOptions> {
  if (raw.baseUrl !== undefined && !/^https?:\/\/\S+$/.test(raw.baseUrl))
    throw new UsageError(`--base-url takes an address, for example http://127.0.0.1:11434/v1.`)
  if (raw.baseUrl !== undefined && raw.model === undefined)
    throw new UsageError('--base-url needs --model, the name of a model on that server.')
  if (raw.keyEnv !== undefined && raw.baseUrl === undefined)
    throw new UsageError('--key-env belongs to --base-url.')
  const { mode = 'standard' } = raw
  if (!isPermissionMode(mode))
    throw new UsageError(`--mode takes standard, auto, plan or bypass; got ${JSON.stringify(mode)}.`)
  if (raw.allow?.some((pattern) => pattern.trim() === ''))
    throw new UsageError('--allow takes a pattern, for example "npm run *".')
  return {
    prompt: await promptOf(words, raw.promptFile, stdin),
    json: raw.json ?? false,
    unattended: (raw.unattended ?? false) || (raw.kodikUnattended ?? false),
    model: raw.model ?? null,
    baseUrl: raw.baseUrl ?? null,
    keyEnv: raw.keyEnv ?? null,
    mode,
    allow: raw.allow ?? [],
    images: raw.image ?? [],
    workdir: raw.workdir ?? null,
    profile: raw.profile ?? null,
    dataDir: raw.dataDir ?? null,
  }
}

async function promptOf(
  words: readonly string[],
  file: string | undefined,
  stdin: Readable,
): Promise<string> {
  if (file !== undefined && words.length > 0)
    throw new UsageError('Give either a prompt or --prompt-file, not both.')
  const text = file === undefined ? words.join(' ') : await textFrom(file, 'prompt file', stdin)
  if (text.trim() === '')
    throw new UsageError('No prompt. Example: vigil run "Run the tests and sum up what failed"')
  return text
}

/** The settings of the app as far as they can be read; they are never changed from here. */
export function appSettings(
  dataDir: string | null,
  facts: Pick<HostFacts, 'env' | 'homeDir' | 'platform'>,
): Settings {
  const read = readJsonFile(join(dataDir ?? appDataFolder(facts), 'settings.json'))
  return parseSettings(read.kind === 'ok' ? read.value : {}).settings
}

/** Where the app keeps its data unless told otherwise. */
function appDataFolder({ env, homeDir, platform }: Pick<HostFacts, 'env' | 'homeDir' | 'platform'>): string {
  if (env.VIGIL_DATA_DIR) return env.VIGIL_DATA_DIR
  switch (platform) {
    case 'win32':
      return join(env.APPDATA ?? join(homeDir, 'AppData', 'Roaming'), 'Vigil')
    case 'darwin':
      return join(homeDir, 'Library', 'Application Support', 'Vigil')
    case 'linux':
      return join(env.XDG_CONFIG_HOME || join(homeDir, '.config'), 'Vigil')
  }
}

/** The settings of a run: those of the app, with the model and the shell that were asked for. */
export function runSettings(
  app: Settings,
  {
    model,
    baseUrl,
    keyEnv,
    profile,
    images = [],
  }: Pick<RunOptions, 'model' | 'baseUrl' | 'keyEnv' | 'profile'> & Partial<Pick<RunOptions, 'images'>>,
): Settings {
  const connections =
    baseUrl === null ? app.connections : [namedServer(baseUrl, keyEnv, images.length > 0 ? model : null)]
  const defaultModel = model === null ? app.defaultModel : modelNamed(model, connections)
  if (defaultModel === null)
    throw new UsageError(
      'No model. Choose one in the app, or give --model (for example --model runbook, which needs none).',
    )
  const terminal = profile === null ? app.terminal : { ...app.terminal, defaultProfile: profile }
  return { ...app, connections, defaultModel, terminal, workspaces: [] }
}

const SERVER = 'server'

/** `seeing`: a model of it that takes images, as who sends them says. */
function namedServer(baseUrl: string, keyEnv: string | null, seeing: string | null): Connection {
  const parsed = connectionSchema.safeParse({
    id: SERVER,
    kind: 'openai-compatible',
    label: new URL(baseUrl).host,
    baseUrl,
    headers: {},
    keyEnv,
    models: seeing === null ? [] : [{ ...unknownModel(seeing), images: true }],
  })
  if (!parsed.success) throw new UsageError(`--base-url or --key-env: ${parsed.error.issues[0]?.message}`)
  return parsed.data
}

/** `runbook`, `connection/model`, or the name of a model that one connection has. */
function modelNamed(name: string, connections: readonly Connection[]): ModelRef {
  if (name.toLowerCase() === RUNBOOK.model) return RUNBOOK
  const [only] = connections
  if (only?.id === SERVER) return { connection: only.id, model: name }
  const known = connections.flatMap((connection) =>
    connection.models.map((model) => ({ connection, model: model.id })),
  )
  const slash = name.indexOf('/')
  const place = name.slice(0, slash).toLowerCase()
  const named = connections.find(
    ({ id, label }) => slash > 0 && [id, label].some((one) => one.toLowerCase() === place),
  )
  if (named) return { connection: named.id, model: name.slice(slash + 1) }
  const found = known.filter((one) => one.model === name)
  const [first] = found
  if (first && found.length === 1) return { connection: first.connection.id, model: name }
  const list = known.map((one) => `${one.connection.label}/${one.model}`)
  throw new UsageError(
    `${found.length > 1 ? `Several connections have a model ${name}` : `There is no model ${name}`}. Known: ${['runbook', ...list].join(', ')}.`,
  )
}
