import { describe, expect, it } from 'vitest'
import { newServerDraft, readServerDraft, STORED_VALUE, serverDraft } from './server-form'

const draft = (part: object) => ({ ...newServerDraft(), name: 'files', command: 'npx', ...part })
const wrong = (part: object, others: string[] = []) => {
  const read = readServerDraft(draft(part), others)
  return 'wrong' in read ? [...read.wrong] : []
}

describe('a program', () => {
  it('is read from lines and written back as it was', () => {
    const read = readServerDraft(
      draft({ args: '-y\n@scope/server\n', env: 'A=1\nB=${HOME}', timeout: '30' }),
      [],
    )
    expect(read).toEqual({
      server: {
        kind: 'stdio',
        name: 'files',
        command: 'npx',
        args: ['-y', '@scope/server'],
        env: { A: '1', B: '${HOME}' },
        timeoutSeconds: 30,
      },
    })
    if ('server' in read) expect(readServerDraft(serverDraft(read.server), [])).toEqual(read)
  })

  it('names every field that is wrong', () => {
    expect(wrong({ name: 'two words', command: ' ', env: 'no sign', timeout: 'soon' })).toEqual([
      'name',
      'timeout',
      'env',
      'command',
    ])
    expect(wrong({}, ['files'])).toEqual(['name'])
    expect(wrong({ env: '-GONE' })).toEqual(['env'])
  })
})

describe('an address', () => {
  const http = { kind: 'http' as const, url: 'https://example.com/mcp' }

  it('keeps a value that lies in the key store and never shows it', () => {
    const server = {
      kind: 'http',
      name: 'web',
      url: http.url,
      headers: { Auth: null },
      timeoutSeconds: 5,
    } as const
    const shown = serverDraft(server)
    expect(shown.headers).toBe(`Auth: ${STORED_VALUE}`)
    expect(readServerDraft(shown, [])).toEqual({ server })
  })

  it('names a field that is wrong', () => {
    expect(wrong({ ...http, url: 'ftp://example.com' })).toEqual(['url'])
    expect(wrong({ ...http, headers: 'no colon' })).toEqual(['headers'])
    expect(wrong({ ...http, headers: 'X: кириллица' })).toEqual(['headers'])
  })
})
