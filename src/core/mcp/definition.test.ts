import { describe, expect, it } from 'vitest'
import { type McpServer, mcpServerSchema } from '../../shared/mcp'
import { definitionDigest, namesVariable, withVariables } from './definition'

const server = (part: object): McpServer =>
  mcpServerSchema.parse({
    kind: 'stdio',
    name: 'a',
    command: 'run',
    args: ['1', '2'],
    env: { A: '1', B: '2' },
    ...part,
  })

describe('the digest of a definition', () => {
  const trusted = definitionDigest(server({}), '/work')

  it('is the same whatever the order of names', () => {
    expect(definitionDigest(server({ env: { B: '2', A: '1' } }), '/work')).toBe(trusted)
  })

  it.each([
    ['program', { command: 'run2' }],
    ['order of arguments', { args: ['2', '1'] }],
    ['value', { env: { A: '1', B: '3' } }],
    ['variable', { env: { A: '1', B: '2', C: '' } }],
    ['name', { name: 'b' }],
    ['time limit', { timeoutSeconds: 5 }],
  ])('is another one with another %s', (_what, part) => {
    expect(definitionDigest(server(part), '/work')).not.toBe(trusted)
  })

  it('is another one in another folder and in the settings', () => {
    expect(definitionDigest(server({}), '/other')).not.toBe(trusted)
    expect(definitionDigest(server({}), null)).not.toBe(trusted)
  })
})

describe('variables', () => {
  const env = { TOKEN: 'x$&y', EMPTY: '' }

  it('are filled in as they are, or named when they are not set', () => {
    expect(withVariables('Bearer ${TOKEN}${EMPTY}', env)).toEqual({ ok: true, text: 'Bearer x$&y' })
    expect(withVariables('${TOKEN} ${MISSING} ${ALSO}', env)).toEqual({ ok: false, missing: 'MISSING' })
    expect(withVariables('$TOKEN ${}', env)).toEqual({ ok: true, text: '$TOKEN ${}' })
  })

  it('tell a reference from a value', () => {
    expect(namesVariable('Bearer ${TOKEN}')).toBe(true)
    expect(namesVariable('Bearer abc$')).toBe(false)
  })
})
