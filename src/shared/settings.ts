import { z } from 'zod'
import { workspaceIdSchema } from './ids'
import { mcpSettingsSchema } from './mcp'
import { connectionSchema, modelRefSchema } from './models'
import { defaultModeSchema, PATTERN_MAX_CHARS, PATTERNS_MAX, permissionNameSchema } from './permissions'

/**
 * A terminal profile (S-014). `env` values: a string sets (also the empty string, S-042), null removes (S-041).
 * `extension` profiles carry no path and are never used for commands (S-019).
 */
export const terminalProfileSchema = z.object({
  name: z.string().min(1).max(80),
  path: z.string().nullable(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string().nullable()),
  source: z.enum(['detected', 'user', 'extension']),
})
export type TerminalProfile = z.infer<typeof terminalProfileSchema>

// Patches reuse these without the defaults: zod applies a default also to a missing optional key.
const fields = {
  firstRunDone: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
  language: z.enum(['system', 'en', 'ru', 'uk']),
  density: z.enum(['default', 'compact']),
  /** Pixels. */
  codeFontSize: z.number().int().min(10).max(20),
  reduceMotion: z.boolean(),
  /** Pixels. */
  sidebarWidth: z.number().int().min(220).max(400),
  sidebarHidden: z.boolean(),
  /** Steps one turn may take before it pauses. */
  stepLimit: z.number().int().min(1).max(1000),
  /** Calls that only read and may run at the same time; more would only compete for the disk. */
  parallelCalls: z.number().int().min(1).max(32),
  defaultModel: modelRefSchema.nullable(),
  /** The mode of a new chat. */
  defaultMode: defaultModeSchema,
  /** Commands a task may run by patterns alone before the person is asked to go on (S-398). */
  maxRequests: z.number().int().min(1).max(1000),
  /** Pages of this machine and of private networks may be fetched too. */
  webPrivate: z.boolean(),
  /** Closing the window leaves the engine and its jobs running; they then belong to the app, not to the window. */
  keepInTray: z.boolean(),
  /** Desktop notifications, by what they are about. */
  notifyNeedsYou: z.boolean(),
  notifyFinished: z.boolean(),
  notifyFailures: z.boolean(),
  notifySound: z.boolean(),
}

/** Everything a person can set, with its defaults. */
export const settingsSchema = z.object({
  firstRunDone: fields.firstRunDone.default(false),
  theme: fields.theme.default('system'),
  language: fields.language.default('system'),
  density: fields.density.default('default'),
  codeFontSize: fields.codeFontSize.default(12),
  reduceMotion: fields.reduceMotion.default(false),
  sidebarWidth: fields.sidebarWidth.default(264),
  sidebarHidden: fields.sidebarHidden.default(false),
  stepLimit: fields.stepLimit.default(100),
  parallelCalls: fields.parallelCalls.default(8),
  defaultModel: fields.defaultModel.default(null),
  defaultMode: fields.defaultMode.default('standard'),
  maxRequests: fields.maxRequests.default(20),
  approvals: z
    .object({
      /** Permissions that differ from their defaults (S-396). */
      permissions: z.partialRecord(permissionNameSchema, z.boolean()),
      /** The blocked list of the person; null is the list of the shell (S-381). */
      blocked: z.array(z.string().min(1).max(PATTERN_MAX_CHARS)).max(PATTERNS_MAX).nullable(),
    })
    .default({ permissions: {}, blocked: null }),
  webPrivate: fields.webPrivate.default(false),
  keepInTray: fields.keepInTray.default(false),
  notifyNeedsYou: fields.notifyNeedsYou.default(true),
  notifyFinished: fields.notifyFinished.default(true),
  notifyFailures: fields.notifyFailures.default(true),
  notifySound: fields.notifySound.default(false),
  connections: z.array(connectionSchema).default([]),
  mcp: mcpSettingsSchema.default({ servers: [], trusted: [], allowed: [] }),
  terminal: z
    .object({
      /** Name of the default profile; null uses the platform's shell (S-014). */
      defaultProfile: z.string().nullable(),
      /** Profiles the user wrote; detected ones are not stored. */
      profiles: z.array(terminalProfileSchema),
    })
    .default({ defaultProfile: null, profiles: [] }),
  workspaces: z.array(z.object({ id: workspaceIdSchema, path: z.string() })).default([]),
})
export type Settings = z.infer<typeof settingsSchema>

/** What the settings pages may change in one request; connections, profiles, approvals and workspaces have requests of their own. */
export const settingsPatchSchema = z.object(fields).partial()
export type SettingsPatch = z.infer<typeof settingsPatchSchema>
