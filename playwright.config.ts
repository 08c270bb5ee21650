import { defineConfig } from '@playwright/test'

/**
 * The real app, started by e2e/app.fixture.ts. Two at a time: each test is a whole desktop app with folders of its own,
 * and most of its time is waiting. The smoke tests come first and alone, since they print how long a start takes.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  projects: [
    { name: 'smoke', testMatch: 'smoke.spec.ts' },
    // Measurements print figures and take their time: only on demand, as `npm run bench -- window`.
    ...(process.env.VIGIL_BENCH ? [{ name: 'bench', testMatch: 'bench/*.bench.ts' }] : []),
    { name: 'stories', testIgnore: 'smoke.spec.ts', dependencies: ['smoke'], fullyParallel: true },
  ],
})
