import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createCommandJudge } from '../core/approvals/command-judge'
import type { Decision } from '../core/approvals/decision'
import { realPathOf } from '../core/approvals/disk/real-path'
import type { HostFacts, ResolvedShell } from '../core/ports'
import { createShellResolver } from '../core/process/shell-resolver'
import { settingsSchema } from '../shared/settings'
import { type CheckOptions, type CheckRequest, readCheckLine } from './check-options'
import { UsageError } from './usage-error'

/** What the command line gives to a check; tests give their own. */
export type CheckHost = { facts: HostFacts; cwd: string; stdin: Readable; out(text: string): void }

/** Exit codes: a decision was made, whatever it is; a line of `--stdin` could not be read. */
const DECIDED = 0
const BAD_LINE = 2

/** Tells what would happen to commands, and why; runs none of them. Returns the exit code. */
export async function runCheck({ request, defaults, json }: CheckOptions, host: CheckHost): Promise<number> {
  const decide = await createCheck(host)
  if (request) {
    const decision = await decide(request)
    host.out(json ? jsonLine(decision) : plainText(decision))
    return DECIDED
  }
  let code = DECIDED
  for await (const line of createInterface({ input: host.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    try {
      host.out(jsonLine(await decide(readCheckLine(line, defaults))))
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      host.out(`${JSON.stringify({ error: error.message })}\n`)
      code = BAD_LINE
    }
  }
  return code
}

/** The same decision as a chat's whose workspace is the folder. */
async function createCheck({ facts, cwd }: CheckHost): Promise<(request: CheckRequest) => Promise<Decision>> {
  const settings = settingsSchema.parse({})
  const shells = createShellResolver({ facts, settings: { get: () => settings } })
  const shell: ResolvedShell = await shells.resolve(new AbortController().signal)
  const judge = createCommandJudge({
    facts,
    dataDir: facts.env.VIGIL_DATA_DIR ?? null,
    searchPath: shells.searchPath,
  })
  return async ({ command, workdir, mode, allow }) => {
    const { real } = await realPathOf(workdir === null ? cwd : resolve(cwd, workdir))
    return judge.decide({ command, cwd: real, workspaceRoot: real, mode, allow }, shell)
  }
}

/** Without what only a window needs. */
function jsonLine(decision: Decision): string {
  const reasons = decision.reasons.map(({ segment, start, end, rule, text }) => ({
    segment,
    start,
    end,
    rule,
    text,
  }))
  return `${JSON.stringify({ ...decision, reasons })}\n`
}

function plainText({ decision, readOnly, reasons, alwaysAllow }: Decision): string {
  const lines = [`${decision}${readOnly ? ' (only reads)' : ''}`]
  for (const { segment, start, end, rule, text } of reasons)
    lines.push(`  ${segment === '' ? '' : `${segment}  `}[${start}–${end}] ${text} (${rule})`)
  for (const pattern of alwaysAllow) lines.push(`  “always allow” would remember: ${pattern}`)
  return `${lines.join('\n')}\n`
}
