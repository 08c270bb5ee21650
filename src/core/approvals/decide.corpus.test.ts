import { describe, expect, it } from 'vitest'
import { decided, RECORDED } from '../testing/approval-kit'
import { READING } from '../testing/reading-commands'

/** Share of what only reads that may be asked about. */
const ASKED_MAX = 0.03

const lines = (commands: { id: string; command: string }[]) =>
  commands.map(({ id, command }) => `${id} ${command}`)

describe('decide, on commands from real reports', () => {
  it('approves nothing that may not be approved (S-386, S-387, S-392, S-393, B-160…B-175)', () => {
    const wrong = RECORDED.filter(
      ({ command, mayAutoApproveAsReadOnly }) =>
        !mayAutoApproveAsReadOnly && decided(command).decision === 'allow',
    )
    expect(lines(wrong)).toEqual([])
  })

  it('never calls such a command reading, in any mode (A-029, A-092)', () => {
    const unsafe = RECORDED.filter(({ mayAutoApproveAsReadOnly }) => !mayAutoApproveAsReadOnly)
    expect(lines(unsafe.filter(({ command }) => decided(command).readOnly))).toEqual([])
    const planned = unsafe.filter(({ command }) => decided(command, { mode: 'plan' }).decision === 'allow')
    expect(lines(planned)).toEqual([])
  })

  it('runs what models use to look around (S-386)', () => {
    const asked = READING.filter((command) => decided(command).decision !== 'allow')
    expect(asked).toEqual([])
  })

  it('asks about at most three in a hundred of what only reads (S-386, B-180…B-185)', () => {
    const safe = RECORDED.filter((each) => each.mayAutoApproveAsReadOnly && !each.debatable)
    const asked = safe.filter(({ command }) => decided(command).decision !== 'allow')
    expect(asked.length / safe.length, lines(asked).join('\n')).toBeLessThanOrEqual(ASKED_MAX)
  })

  it.each(['standard', 'auto', 'bypass'] as const)(
    'asks about ruin in mode %s, whatever a pattern allows (S-372, S-390, A-033)',
    (mode) => {
      const passed = RECORDED.filter(
        ({ command, blocked }) => blocked && decided(command, { mode, allow: ['*'] }).decision === 'allow',
      )
      expect(lines(passed)).toEqual([])
    },
  )

  it('asks about ruin also when the list of the person is empty (S-381)', () => {
    const passed = RECORDED.filter(
      ({ command, blocked }) =>
        blocked && decided(command, { mode: 'bypass', allow: ['*'], blocked: [] }).decision === 'allow',
    )
    expect(lines(passed)).toEqual([])
  })
})
