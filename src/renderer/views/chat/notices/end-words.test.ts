import { describe, expect, it } from 'vitest'
import { endWords } from './end-words'

describe('the line about a command that ended in the background (S-158)', () => {
  it('says how it ended and who ended it (S-080, S-081)', () => {
    expect(endWords({ by: 'exit', code: 0, closedPipe: false })).toMatchObject({
      key: 'notice.ended.finished',
      status: 'succeeded',
    })
    expect(endWords({ by: 'exit', code: 130, closedPipe: false })).toMatchObject({
      key: 'notice.ended.exited',
      status: 'failed',
      code: 130,
    })
    expect(endWords({ by: 'signal', signal: 'SIGKILL', code: 137 })).toMatchObject({
      key: 'notice.ended.signal',
      status: 'failed',
      signal: 'SIGKILL',
    })
    const stopped = (who: 'user' | 'agent' | 'quit') =>
      endWords({ by: 'stop', who, signal: null, code: null, confirmed: true })
    expect(stopped('user')).toMatchObject({ key: 'notice.ended.user', status: 'stopped' })
    expect(stopped('agent')).toMatchObject({ key: 'notice.ended.agent', status: 'stopped' })
    expect(stopped('quit')).toMatchObject({ key: 'notice.ended.quit', status: 'cancelled' })
    expect(endWords({ by: 'unknown' })).toMatchObject({ key: 'notice.ended.unknown', status: 'failed' })
  })
})
