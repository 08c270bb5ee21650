import { expect, it } from 'vitest'
import { windowsSpawnOptions } from './shell-wiring'

it('starts without a console window, and leaves the quoting of cmd to us (S-026, S-038)', () => {
  expect(windowsSpawnOptions(true)).toEqual({ windowsHide: true, windowsVerbatimArguments: true })
  expect(windowsSpawnOptions(false)).toEqual({ windowsHide: true, windowsVerbatimArguments: false })
})
