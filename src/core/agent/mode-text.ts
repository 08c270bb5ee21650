import type { PermissionMode } from '../../shared/permissions'

const TEXTS: Record<PermissionMode, string> = {
  standard:
    'Standard: reading is automatic, commands that the user has allowed by pattern run, and the user is asked about all others.',
  auto: 'Auto-accept: reading and commands that the user has allowed by pattern run without a question; the user is asked about all others, and about what writes outside the workspace.',
  plan: 'Plan: reading only. Every command that may change something is refused without a question. Look around, then save a plan with `save_plan`: the steps in order, the risks, and what is open. Do not try to change anything; the user switches the mode when the plan is good.',
  bypass:
    'Bypass: commands run without a question, except for destructive ones, about which the user is still asked. Nobody looks before a command runs, so be careful with everything that cannot be taken back.',
}

/** The same for a subagent, which has no plan to save and nobody to switch the mode. */
export function subagentModeText(mode: PermissionMode): string {
  if (mode !== 'plan') return modeText(mode)
  return '[Permission mode, from Vigil, not from the user]\nReading only: every command that may change something is refused without a question. Do not try to change anything.'
}

/** The permission mode of this moment, for the agent. */
export function modeText(mode: PermissionMode): string {
  return `[Permission mode, from Vigil, not from the user]\nThe user chose ${TEXTS[mode]}`
}
