import { describe, expect, it } from 'vitest'
import { MESSAGE_MAX_CHARS } from '../../../../shared/ipc'
import { RUNBOOK } from '../../../../shared/models'
import { makeChat, turnId } from '../../../testing/make'
import { composerAction, contextLevel } from './composer-action'

const idle = makeChat('a', { model: RUNBOOK })
const running = makeChat('a', {
  turn: { kind: 'running', turnId: turnId('t'), since: 0, activity: { kind: 'model' } },
})

describe('the button of the composer', () => {
  it('sends, queues while a turn runs (A-008), and stops the turn when the field is empty (A-009)', () => {
    expect(composerAction('hi', idle)).toEqual({ do: 'send' })
    expect(composerAction('hi', running)).toEqual({ do: 'queue' })
    expect(composerAction(' \n', running)).toEqual({ do: 'stop' })
    expect(composerAction(' \n', idle)).toEqual({ do: 'nothing', because: 'empty' })
  })
  it('sends images also without words (A-064)', () => {
    expect(composerAction('', idle, 1)).toEqual({ do: 'send' })
    expect(composerAction(' ', running, 2)).toEqual({ do: 'queue' })
    expect(composerAction('', { ...idle, model: null }, 1)).toEqual({ do: 'nothing', because: 'no-model' })
  })
  it('sends nothing without a model or beyond what a message may hold', () => {
    expect(composerAction('hi', { ...idle, model: null })).toEqual({ do: 'nothing', because: 'no-model' })
    expect(composerAction('', { ...running, model: null })).toEqual({ do: 'stop' })
    expect(composerAction('x'.repeat(MESSAGE_MAX_CHARS + 1), idle)).toEqual({
      do: 'nothing',
      because: 'too-long',
    })
  })
})

describe('the context ring', () => {
  it('turns amber at 80 % and red at 95 %', () => {
    const at = (used: number) => contextLevel({ used, window: 1000 })
    expect(at(794)).toEqual({ percent: 79, tone: 'plain' })
    expect(at(800)).toEqual({ percent: 80, tone: 'warn' })
    expect(at(950)).toEqual({ percent: 95, tone: 'err' })
    expect(at(4000)).toEqual({ percent: 100, tone: 'err' })
  })
  it('is not there when nothing is known', () => {
    expect(contextLevel(null)).toBeNull()
    expect(contextLevel({ used: 5, window: null })).toBeNull()
  })
})
