import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { closingLine, playwrightCounts, runnerCounts, vitestCounts } from './test-counts.mjs'

const folder = mkdtempSync(join(tmpdir(), 'vigil-counts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the closing line', () => {
  it('sums what the runners reported', () => {
    const unit = vitestCounts({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 })
    const e2e = playwrightCounts({ stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 0 } })
    expect(closingLine([unit, e2e])).toBe('10 passed, 2 failed, 2 skipped')
  })

  it('does not mention skipped tests when there are none', () => {
    expect(closingLine([{ passed: 1, failed: 0, skipped: 0 }])).toBe('1 passed, 0 failed')
  })

  it('counts a runner that died without a report as one failure', () => {
    expect(runnerCounts(1, join(folder, 'nothing.json'), vitestCounts)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    })
  })

  it('counts a run that failed outside of its tests as one failure', () => {
    const file = join(folder, 'report.json')
    writeFileSync(
      file,
      JSON.stringify({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }),
    )
    expect(runnerCounts(1, file, vitestCounts)).toEqual({ passed: 5, failed: 1, skipped: 0 })
    expect(runnerCounts(0, file, vitestCounts)).toEqual({ passed: 5, failed: 0, skipped: 0 })
  })
})
