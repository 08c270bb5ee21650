import { z } from 'zod'
import type { Millis, WorkspaceId } from './ids'

/** Most servers of the settings or of one workspace; each may be a process. */
export const MCP_SERVERS_MAX = 50
/** How long a call may go without an answer or progress, in seconds. */
export const MCP_TIMEOUT_SECONDS = { default: 120, max: 3600 } as const

/** A server's name is part of its tools' names, which providers restrict. */
export const mcpNameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,30}[A-Za-z0-9])?$/,
    'a name has up to 32 letters, digits, - and _, and begins and ends with a letter or digit.',
  )
const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'this is no name of a variable.')
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'this is no name of a header.')
const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'this cannot be sent in a header.')
const text = z.string().max(10_000)
const common = {
  name: mcpNameSchema,
  timeoutSeconds: z.number().int().min(1).max(MCP_TIMEOUT_SECONDS.max).default(MCP_TIMEOUT_SECONDS.default),
}
const command = {
  ...common,
  kind: z.literal('stdio'),
  command: text.min(1),
  args: z.array(text).max(100).default([]),
  /** `${NAME}` in a value stands for a variable of the person's environment. */
  env: z.record(variableName, text).default({}),
}
const http = { ...common, kind: z.literal('http'), url: z.url({ protocol: /^https?$/ }).max(2000) }

/**
 * How a server is started or reached. A header's value is null where it lies in the key store; `${NAME}` stands for a
 * variable of the person's environment.
 */
export const mcpServerSchema = z.discriminatedUnion('kind', [
  z.object(command),
  z.object({ ...http, headers: z.record(headerName, headerValue.nullable()).default({}) }),
])
export type McpServer = z.infer<typeof mcpServerSchema>

/** What a person set about MCP servers. */
export const mcpSettingsSchema = z.object({
  servers: z
    .array(z.object({ server: mcpServerSchema, isOn: z.boolean() }))
    .max(MCP_SERVERS_MAX)
    .default([]),
  /** Definitions of workspaces that a person trusts, by their digests. */
  trusted: z.array(z.string()).default([]),
  /** Tools that need no question; bound to the definition of their server. */
  allowed: z.array(z.object({ digest: z.string(), tool: z.string() })).default([]),
})
export type McpSettings = z.infer<typeof mcpSettingsSchema>

/** A server of the settings, or of one workspace. */
export const mcpServerIdSchema = z.object({ workspaceId: z.string().nullable(), name: z.string() })
export type McpServerId = z.infer<typeof mcpServerIdSchema>

export type McpToolInfo = { name: string; readOnly: boolean }
export type McpState =
  | { kind: 'off' }
  /** Its workspace names it, and no person has agreed to exactly this definition. */
  | { kind: 'untrusted' }
  /** Starts with the next turn that could use it. */
  | { kind: 'idle' }
  | { kind: 'starting' }
  /** `leftOut` are tools that cannot be offered, with why. */
  | { kind: 'ready'; tools: McpToolInfo[]; leftOut: { name: string; reason: string }[] }
  /** `retryAt` is null when it is not tried again by itself. */
  | { kind: 'failed'; message: string; retryAt: Millis | null }

/** One server with how it is doing. */
export type McpStatus = {
  workspaceId: WorkspaceId | null
  server: McpServer
  /** Of exactly this definition in this place; trust names it. */
  digest: string
  state: McpState
  /** Tools that run without a question. */
  allowed: string[]
}
/** What is wrong with a workspace's `.vigil/mcp.json`. `name` is null when it is about the whole file. */
export type McpProblem = { workspaceId: WorkspaceId; name: string | null; message: string }
export type McpOverview = { servers: McpStatus[]; problems: McpProblem[] }
