import { afterEach, describe, expect, it } from 'vitest'
import { RealCommands } from '../testing/real-commands'

let real = new RealCommands()
afterEach(async () => {
  await real.dispose()
  real = new RealCommands()
})

describe('output', () => {
  it('keeps stdout and stderr in the order of arrival (S-060, B-012)', async () => {
    const { output, code } = await real.run('for i in 1 2 3; do echo out$i; echo err$i >&2; done')
    expect([code, output]).toEqual([0, 'out1\nerr1\nout2\nerr2\nout3\nerr3\n'])
  })

  it('is a pipe that can be opened by name (B-018)', async () => {
    const { output, code } = await real.run('echo by-name > /dev/stdout; echo shared | tee /dev/stderr')
    expect(code).toBe(0)
    expect(output.split('\n').sort()).toEqual(['', 'by-name', 'shared', 'shared'])
  })
})
