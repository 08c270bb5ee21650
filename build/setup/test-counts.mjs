import { readFileSync } from 'node:fs'

/** Reads the counts of a vitest JSON report. */
export function vitestCounts(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Reads the counts of a Playwright JSON report; a flaky test failed at least once. */
export function playwrightCounts({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/** The counts of a runner that ended with `code`: one that failed or died without naming a failed test counts as one. */
export function runnerCounts(code, file, read) {
  let counts
  try {
    counts = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    counts = { passed: 0, failed: 0, skipped: 0 } // it died before it could report
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** The closing line of `npm test`. */
export function closingLine(all) {
  const sum = (key) => all.reduce((total, counts) => total + counts[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
