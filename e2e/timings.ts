import { existsSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'

/** Waits for the start-up times that the app writes to the file that VIGIL_TIMINGS names. */
export async function readTimings(file: string): Promise<string> {
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8') !== '').toBe(true)
  return readFileSync(file, 'utf8')
}
