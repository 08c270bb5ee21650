import { describe, expect, it } from 'vitest'
import { parseWorkspaceServers } from './workspace-file'

const parse = (servers: unknown) => parseWorkspaceServers(JSON.stringify({ mcpServers: servers }))

describe('.vigil/mcp.json', () => {
  it('names programs and addresses in the usual form', () => {
    const { servers, problems } = parse({
      files: { command: 'npx', args: ['-y', 'server'], env: { A: '1' } },
      web: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
    })
    expect(problems).toEqual([])
    expect(servers).toMatchObject([
      { kind: 'stdio', name: 'files', command: 'npx', args: ['-y', 'server'], timeoutSeconds: 120 },
      { kind: 'http', name: 'web', headers: { Authorization: 'Bearer ${TOKEN}' } },
    ])
  })

  it('loses only what is wrong, and says what that is', () => {
    const { servers, problems } = parse({
      good: { command: 'a' },
      'bad name': { command: 'a' },
      empty: {},
      numbers: { command: 'a', args: [1] },
      stored: { url: 'http://localhost/', headers: { A: null } },
      nothing: null,
    })
    expect(servers.map(({ name }) => name)).toEqual(['good'])
    expect(problems[0]?.message).toBe(
      '"name": a name has up to 32 letters, digits, - and _, and begins and ends with a letter or digit.',
    )
    expect(problems.map(({ name, message }) => [name, message.split(':')[0]])).toEqual([
      ['bad name', '"name"'],
      ['empty', '"command"'],
      ['numbers', '"args.0"'],
      ['stored', '"headers"'],
      ['nothing', '"server"'],
    ])
  })

  it.each([
    ['{', 'not valid JSON'],
    ['[]', 'Expected an object'],
    ['{"mcpServers":[]}', 'Expected an object'],
    [' '.repeat(300_000), 'larger than'],
  ])('says what is wrong with a whole file', (text, words) => {
    const { servers, problems } = parseWorkspaceServers(text)
    expect(servers).toEqual([])
    expect(problems).toEqual([{ name: null, message: expect.stringContaining(words) }])
  })

  it('offers no more than a person can look through', () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_unused, at) => [`s${at}`, { command: 'a' }]))
    expect(parse(many).servers).toHaveLength(50)
    expect(parse(many).problems).toMatchObject([{ name: 's50' }])
  })
})
