import { describe, expect, it } from 'vitest'
import { type McpServer, mcpServerSchema } from '../../shared/mcp'
import { createMemorySecrets } from '../testing/memory-settings'
import { headerSecret } from './open-server'
import { storeServer } from './store-server'

const http = (part: object = {}): McpServer =>
  mcpServerSchema.parse({ kind: 'http', name: 'web', url: 'https://a.example/mcp', headers: {}, ...part })
const key = headerSecret('web', 'Authorization')

async function stored(secrets = createMemorySecrets()) {
  const servers = await storeServer(
    [],
    { was: null, server: http({ headers: { Authorization: 'Bearer s3cret' } }) },
    secrets,
  )
  return { secrets, servers }
}

describe('headers of a server', () => {
  it('lie in the key store, not in the settings', async () => {
    const { secrets, servers } = await stored()
    expect(JSON.stringify(servers)).not.toContain('s3cret')
    expect(servers).toMatchObject([{ isOn: true, server: { headers: { Authorization: null } } }])
    expect(await secrets.get(key)).toBe('Bearer s3cret')
  })

  it('stay as they are when they name a variable', async () => {
    const secrets = createMemorySecrets()
    const server = http({ headers: { Authorization: 'Bearer ${TOKEN}' } })
    expect((await storeServer([], { was: null, server }, secrets))[0]?.server).toEqual(server)
    expect(await secrets.get(key)).toBeNull()
  })

  it('are kept by a change that leaves the address, and asked for again at another one', async () => {
    const { secrets, servers } = await stored()
    const same = http({ url: 'https://a.example/other', headers: { Authorization: null } })
    await storeServer(servers, { was: 'web', server: same }, secrets)
    expect(await secrets.get(key)).toBe('Bearer s3cret')
    const moved = http({ url: 'https://b.example/mcp', headers: { Authorization: null } })
    await expect(storeServer(servers, { was: 'web', server: moved }, secrets)).rejects.toMatchObject({
      code: 'bad-input',
    })
  })

  it('are deleted with the header, the name, or the address', async () => {
    for (const server of [
      http(),
      http({ name: 'other' }),
      mcpServerSchema.parse({ kind: 'stdio', name: 'web', command: 'a' }),
    ]) {
      const { secrets, servers } = await stored()
      await storeServer(servers, { was: 'web', server }, secrets)
      expect(await secrets.get(key)).toBeNull()
    }
  })

  it('are refused where there is no key store, and the server stays as it was', async () => {
    const secrets = {
      ...createMemorySecrets(),
      availability: () => ({ available: false, code: 'no-keyring', reason: 'no keyring' }) as const,
    }
    await expect(stored(secrets)).rejects.toMatchObject({ code: 'secrets-unavailable' })
  })

  it('never stand in the address', async () => {
    const server = http({ url: 'https://me:pass@a.example/mcp' })
    await expect(storeServer([], { was: null, server }, createMemorySecrets())).rejects.toMatchObject({
      code: 'bad-input',
    })
  })
})

it('refuses a name that another server has', async () => {
  const { secrets, servers } = await stored()
  await expect(storeServer(servers, { was: null, server: http() }, secrets)).rejects.toMatchObject({
    code: 'bad-input',
  })
})
