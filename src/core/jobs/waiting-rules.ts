import type { Millis } from '../../shared/ids'
import { WAIT_ONLY_LIMIT_MS } from '../attention/wait-only'

/** How long a host lets the agent wait for a command. */
export type WaitingRules = {
  /** Without a `timeout`. */
  defaultMs: Millis
  /** A shorter or longer `timeout` is clamped, never refused (S-168…S-170). */
  minMs: Millis
  maxMs: Millis
}

/** The window's waiting, also that of `vigil exec` (S-166…S-169). */
export const WINDOW_WAITING: WaitingRules = { defaultMs: 5000, minMs: 5000, maxMs: 60_000 }

/** The waiting of runs without a window and over ACP (S-367…S-370). */
export const HEADLESS_WAITING: WaitingRules = { defaultMs: 120_000, minMs: 1000, maxMs: 300_000 }

/** The waiting a `timeout` asks for. Anything but a number counts as absent; a clamped one is explicit (S-166…S-171, S-183). */
export function waitingFor(timeout: unknown, rules: WaitingRules): { waitMs: Millis; isExplicit: boolean } {
  if (typeof timeout !== 'number' || Number.isNaN(timeout))
    return { waitMs: rules.defaultMs, isExplicit: false }
  return { waitMs: Math.min(rules.maxMs, Math.max(rules.minMs, timeout)), isExplicit: true }
}

/** The waiting for a command that only waits: at most one minute, or a shorter `timeout` (S-201). */
export function waitingForWaitOnly(timeout: unknown, rules: WaitingRules): ReturnType<typeof waitingFor> {
  const { waitMs, isExplicit } = waitingFor(timeout, rules)
  return { waitMs: isExplicit ? Math.min(waitMs, WAIT_ONLY_LIMIT_MS) : WAIT_ONLY_LIMIT_MS, isExplicit }
}
