import { defineConfig } from 'vitest/config'

// Nothing a test does leaves the machine.
const setupFiles = ['src/core/testing/offline.ts']
const real = ['src/**/*.real.test.ts', 'build/**/*.real.test.mjs']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.mjs'],
          exclude: real,
          environment: 'node',
          setupFiles,
          testTimeout: 10_000,
          // A style sheet is only read where a test asks for its text.
          css: { include: [/\?raw$/] },
        },
      },
      {
        // Real processes: slower, and on a loaded two-core machine two files at once already disturb each other.
        test: {
          name: 'real',
          include: real,
          environment: 'node',
          setupFiles,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
