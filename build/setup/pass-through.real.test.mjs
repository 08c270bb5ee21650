import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { passThrough } from './pass-through.mjs'

const MODULE = fileURLToPath(new URL('./pass-through.mjs', import.meta.url))

/** A program that stands in for `code`, as our scripts stand in for the app; resolves once `code` has printed a line. */
async function standIn(code) {
  const outer = `
    import { passThrough } from ${JSON.stringify(MODULE)}
    process.exitCode = await passThrough(process.execPath, ['-e', ${JSON.stringify(code)}])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', outer], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

describe.skipIf(process.platform === 'win32')('a program in our place', () => {
  const node = (code) => passThrough(process.execPath, ['-e', code])

  it('gives us its exit code', async () => {
    expect(await node('process.exit(7)')).toBe(7)
  })

  it('gives us 128 + n when a signal ended it', async () => {
    expect(await node('process.kill(process.pid, "SIGKILL")')).toBe(137)
  })

  it('is an error when it does not exist', async () => {
    await expect(passThrough('/nonexistent/program', [])).rejects.toThrow('ENOENT')
  })

  it.each(/** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))(
    'gets our %s and may end in order',
    async (signal) => {
      const child = await standIn(
        `process.on('${signal}', () => process.exit(42)); setInterval(() => {}, 1000); console.log('ready')`,
      )
      child.kill(signal)
      expect(await once(child, 'exit')).toEqual([42, null])
    },
  )
})
