import { EngineError } from '../../shared/errors'
import type { Millis } from '../../shared/ids'
import { patternProblem, tidyPattern } from '../../shared/pattern-problem'
import {
  type AllowRule,
  allowRuleSchema,
  PATTERN_MAX_CHARS,
  PATTERNS_MAX,
  type RuleScope,
} from '../../shared/permissions'

import type { Clock } from '../clock'
import { Emitter, type Event } from '../events'
import type { Ids } from '../ports'

/** Longest command that “last used for” remembers, in UTF-16 units. */
const LAST_COMMAND_MAX = 200

/** Where rules are kept. `load` gives what was saved, or anything else that is found there. */
export type RulePort = { load(): unknown; save(rules: readonly AllowRule[]): void }

/** Where a command would run, for the rules that hold there. */
export type RulePlace = { chatId: string; workspaceRoot: string }

/** The person's patterns. Every change is saved before anybody hears of it. */
export type RuleStore = {
  readonly onChange: Event<readonly AllowRule[]>
  all(): readonly AllowRule[]
  /** Adds a rule; one that is already there with this scope is given back. None may fit every command. */
  add(pattern: string, scope: RuleScope): AllowRule
  /** Adds several, or none when one of them is refused. */
  addAll(patterns: readonly string[], scope: RuleScope): AllowRule[]
  /** Changes the pattern of a rule. */
  edit(id: string, pattern: string): AllowRule
  remove(id: string): void
  /** Patterns that hold in a place, each once. */
  patternsFor(place: RulePlace): string[]
  /** Remembers what the rules with this pattern last let run. */
  used(pattern: string, place: RulePlace, command: string): void
  /** A chat is gone, and its rules with it. */
  forgetChat(chatId: string): void
}

export type RuleStoreDeps = { port: RulePort; clock: Pick<Clock, 'now'>; ids: Ids }

/** Creates the {@link RuleStore}. Rules that cannot be read are left out: what is not understood allows nothing. */
export function createRuleStore({ port, clock, ids }: RuleStoreDeps): RuleStore {
  const changed = new Emitter<readonly AllowRule[]>()
  let rules = readRules(port.load())

  const save = (next: AllowRule[]) => {
    port.save(next)
    rules = next
    changed.fire(next)
  }
  const need = (id: string): AllowRule => {
    const rule = rules.find((each) => each.id === id)
    if (!rule) throw new EngineError('bad-input', 'This rule no longer exists.')
    return rule
  }
  const replace = (rule: AllowRule) => save(rules.map((each) => (each.id === rule.id ? rule : each)))

  const addAll = (patterns: readonly string[], scope: RuleScope): AllowRule[] => {
    const next = [...rules]
    const added = patterns.map(checkedPattern).map((pattern) => {
      const known = next.find((rule) => rule.pattern === pattern && isSameScope(rule.scope, scope))
      if (known) return known
      const rule: AllowRule = {
        id: ids.next('rule'),
        pattern,
        scope,
        createdAt: clock.now(),
        lastUsed: null,
      }
      next.push(rule)
      return rule
    })
    if (next.length > PATTERNS_MAX)
      throw new EngineError('bad-input', `There are ${PATTERNS_MAX} rules; remove some first.`)
    if (next.length > rules.length) save(next)
    return added
  }

  return {
    onChange: changed.event,
    all: () => rules,
    add: (pattern, scope) => addAll([pattern], scope)[0] as AllowRule,
    addAll,
    edit(id, pattern) {
      const rule = { ...need(id), pattern: checkedPattern(pattern), lastUsed: null }
      replace(rule)
      return rule
    },
    remove(id) {
      need(id)
      save(rules.filter((rule) => rule.id !== id))
    },
    patternsFor: (place) => [
      ...new Set(rules.filter(({ scope }) => holdsIn(scope, place)).map(({ pattern }) => pattern)),
    ],
    used(pattern, place, command) {
      const lastUsed: { at: Millis; command: string } = {
        at: clock.now(),
        command: command.slice(0, LAST_COMMAND_MAX),
      }
      const isUsed = (rule: AllowRule) => rule.pattern === pattern && holdsIn(rule.scope, place)
      if (rules.some(isUsed)) save(rules.map((rule) => (isUsed(rule) ? { ...rule, lastUsed } : rule)))
    },
    forgetChat(chatId) {
      const left = rules.filter(({ scope }) => scope.kind !== 'chat' || scope.chatId !== chatId)
      if (left.length < rules.length) save(left)
    },
  }
}

function readRules(stored: unknown): AllowRule[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((each: unknown) => {
    const read = allowRuleSchema.safeParse(each)
    return read.success ? [read.data] : []
  })
}

function checkedPattern(pattern: string): string {
  const problem = patternProblem(pattern)
  if (problem) throw new EngineError('bad-input', PROBLEMS[problem])
  return tidyPattern(pattern)
}

const PROBLEMS = {
  empty: 'A pattern is missing, for example “npm run *”.',
  every: 'This pattern fits every command; the mode Bypass is there for that.',
  long: `A pattern is at most ${PATTERN_MAX_CHARS} characters long.`,
} as const

function isSameScope(one: RuleScope, other: RuleScope): boolean {
  if (one.kind === 'chat') return other.kind === 'chat' && one.chatId === other.chatId
  if (one.kind === 'workspace') return other.kind === 'workspace' && one.root === other.root
  return other.kind === 'everywhere'
}

function holdsIn(scope: RuleScope, { chatId, workspaceRoot }: RulePlace): boolean {
  switch (scope.kind) {
    case 'chat':
      return scope.chatId === chatId
    case 'workspace':
      return scope.root === workspaceRoot
    default:
      return true
  }
}
