import { defineConfig } from '@playwright/test'

/** The real app, started by e2e/app.fixture.ts. One worker: each test is a whole desktop app on a two-core machine. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
})
