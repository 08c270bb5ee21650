import { describe, expect, it } from 'vitest'
import { maskSecrets, SECRET_REMOVED } from './mask-secrets'

/** Put together here, so that no scanner takes this file for a leak. */
const joined = (...parts: string[]) => parts.join('')

describe('maskSecrets (A-149)', () => {
  it.each([
    joined('ghp', '_', 'a1B2'.repeat(9)),
    joined('github', '_pat_', 'a1B2'.repeat(9)),
    joined('glpat', '-', 'a1B2'.repeat(5)),
    joined('sk', '-proj-', 'a1B2'.repeat(8)),
    joined('sk', '_live_', 'a1B2'.repeat(6)),
    joined('xoxb', '-1234567890-', 'abcdefghij'),
    joined('AKIA', 'ABCDEFGHIJKLMNOP'),
    joined('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0', '.abc-DEF_123'),
    joined('-----BEGIN RSA PRIVATE', ' KEY-----\nabc\n-----END RSA PRIVATE', ' KEY-----'),
  ])('takes out a key by its shape: %s', (secret) => {
    expect(maskSecrets(`Use ${secret} here`)).toBe(`Use ${SECRET_REMOVED} here`)
  })

  it.each([
    ['DB_PASSWORD=correct-horse', `DB_PASSWORD=${SECRET_REMOVED}`],
    ['"apiKey": "0123456789abcdef"', `"apiKey": ${SECRET_REMOVED}`],
    ["export STRIPE_SECRET='whatever'", `export STRIPE_SECRET=${SECRET_REMOVED}`],
    ['The password is hunter2!', `The password is ${SECRET_REMOVED}`],
    ['Password: S3cretPass', `Password: ${SECRET_REMOVED}`],
    ['postgres://ada:pa55@db.local/shop', `postgres://ada:${SECRET_REMOVED}@db.local/shop`],
    ['Authorization: Bearer abcdefghijklmnop', `Authorization: Bearer ${SECRET_REMOVED}`],
  ])('%s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
  })

  it.each([
    'Run `npm test`; the build needs Node 20.',
    'The token: comes from the vault.',
    'password is asked for by the app',
    'API_KEY=$STRIPE_KEY',
    'API_KEY=<your key>',
    'KEY=abc',
    'secret: see the wiki',
    'https://example.org/a:b@c',
    'key = value pairs are sorted',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
  ])('leaves %s', (text) => {
    expect(maskSecrets(text)).toBe(text)
  })

  it('takes nothing more out of what it has masked', () => {
    const once = maskSecrets('TOKEN=abcdef123 and password is hunter2!')
    expect(maskSecrets(once)).toBe(once)
  })
})
