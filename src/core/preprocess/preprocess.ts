import type { ImageRef } from '../../shared/image'
import type { SlashName } from '../../shared/slash-commands'
import { findMentions, type Mention } from './mentions'
import { readSlash } from './slash'

/** What a line of the user is: something Vigil does itself, or a message for the model. */
export type Preprocessed =
  /** Never reaches the model (A-044… ). */
  | { kind: 'local'; command: Exclude<SlashName, 'compact'>; rest: string }
  /** Starts a request of its own to the model. */
  | { kind: 'compact'; focus: string }
  | { kind: 'unknown-command'; name: string; closest: string[] }
  /** Refused or put off while a turn runs, because it changes the history. */
  | { kind: 'not-now'; command: SlashName }
  | {
      kind: 'message'
      text: string
      mentions: Mention[]
      custom: { name: string; rest: string } | null
      images: readonly ImageRef[]
    }

/** What the preprocessor knows of the chat and its workspace. */
export type PreprocessFacts = {
  /** Names of the workspace's own commands, without `.md`. */
  customCommands: readonly string[]
  isTurnRunning: boolean
  /** What was pasted or dropped beside the line. */
  images: readonly ImageRef[]
}

/** Commands that change the history, which a running turn is writing. */
const CHANGES_HISTORY: readonly SlashName[] = ['clear', 'compact', 'newtask']

/**
 * Takes a line before it goes to the model (A-040… ). Pure: reading what it mentions is another's job.
 */
export function preprocess(line: string, facts: PreprocessFacts): Preprocessed {
  const slash = readSlash(line, facts.customCommands)
  switch (slash.kind) {
    case 'unknown':
      return { kind: 'unknown-command', name: slash.name, closest: slash.closest }
    case 'command': {
      const { name: command, rest } = slash
      if (facts.isTurnRunning && CHANGES_HISTORY.includes(command)) return { kind: 'not-now', command }
      return command === 'compact' ? { kind: 'compact', focus: rest } : { kind: 'local', command, rest }
    }
    case 'custom':
      return {
        kind: 'message',
        text: line,
        mentions: findMentions(slash.rest),
        custom: { name: slash.name, rest: slash.rest },
        images: facts.images,
      }
    default:
      return { kind: 'message', text: line, mentions: findMentions(line), custom: null, images: facts.images }
  }
}
