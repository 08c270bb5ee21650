import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock, type FakeClock } from '../testing/fake-clock'
import { fetchPage, PAGE_LIMIT_MS, PAGE_MAX_BYTES } from './fetch-page'
import { isPublicAddress } from './public-address'
import { type ResolveHost, resolveBySystem } from './web-request'

let server: Server
let origin: string
let asked: string[]
let answer: RequestListener
let clock: FakeClock
beforeEach(async () => {
  asked = []
  clock = createFakeClock()
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(clock.pendingTimers).toBe(0)
})

const never = new AbortController().signal
const get = (path: string, signal = never) =>
  fetchPage(`${origin}${path}`, signal, { resolve: resolveBySystem, mayReach: () => true, clock })
const says = (type: string, body: string | Buffer, headers = {}): RequestListener => {
  return (_request, response) => response.writeHead(200, { 'content-type': type, ...headers }).end(body)
}

describe('a page', () => {
  it('becomes readable text with its title and links', async () => {
    answer = says(
      'text/html; charset=utf-8',
      `<html><head><title>Tax &amp; more</title><style>p{}</style></head><body><nav>Menu</nav>
       <main><h1>Rates</h1><p>See <a href="/table">the table</a>.</p><script>evil()</script>
       <table><tr><th>Land</th><th>Rate</th></tr><tr><td>UA</td><td>20</td></tr></table></main></body></html>`,
    )
    const page = await get('/rates#top')
    expect(page).toMatchObject({
      url: `${origin}/rates`,
      status: 200,
      type: 'text/html',
      title: 'Tax & more',
    })
    expect(page.text).toBe('# Rates\n\nSee the table [/table].\n\nLand   Rate\nUA     20')
  })

  it.each([
    ['the header', 'text/plain; charset=windows-1251', Buffer.from([0xcd, 0xe0, 0xeb, 0xee, 0xe3])],
    [
      'its own word',
      'text/html',
      Buffer.concat([
        Buffer.from('<meta charset="windows-1251">'),
        Buffer.from([0xcd, 0xe0, 0xeb, 0xee, 0xe3]),
      ]),
    ],
    ['its byte order mark', 'text/plain', Buffer.from('\ufeffНалог', 'utf16le')],
    ['nothing, in UTF-8', 'text/plain', Buffer.from('Налог')],
  ])('is decoded by %s', async (_by, type, body) => {
    answer = says(type, body)
    expect((await get('/')).text).toBe('Налог')
  })

  it('may be compressed, but not to fill the memory', async () => {
    answer = says('text/plain', gzipSync('hello'), { 'content-encoding': 'gzip' })
    expect((await get('/')).text).toBe('hello')
    answer = says('text/plain', gzipSync(Buffer.alloc(PAGE_MAX_BYTES + 1, 'x')), {
      'content-encoding': 'gzip',
    })
    await expect(get('/bomb')).rejects.toThrow('is larger than 5 MB')
  })

  it('that is no text is refused', async () => {
    answer = says('image/png', 'x')
    await expect(get('/a.png')).rejects.toThrow('is no text but image/png')
    answer = says('', Buffer.from([1, 0, 2]))
    await expect(get('/a')).rejects.toThrow('is no text (3 bytes)')
  })

  it('that is too large is not read to its end', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x'))) {
          // Until the connection takes no more.
        }
      }
      response.on('drain', more)
      more()
    }
    await expect(get('/endless')).rejects.toThrow('is larger than 5 MB')
  })

  it('has a time limit, and ends with an abort', async () => {
    answer = () => void clock.advance(PAGE_LIMIT_MS)
    await expect(get('/slow')).rejects.toThrow('took longer than 30 s')
    const stop = new AbortController()
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('a')
      stop.abort(new Error('stopped'))
    }
    await expect(get('/half', stop.signal)).rejects.toThrow('stopped')
    await expect(get('/never', stop.signal)).rejects.toThrow('stopped')
    expect(asked).not.toContain('/never')
  })

  it('may lie behind redirects, but not behind too many or ones that lead off the web', async () => {
    answer = (request, response) => {
      if (request.url === '/end') says('text/plain', 'here')(request, response)
      else if (request.url === '/off') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
      else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end()
      else response.writeHead(301, { location: '/end' }).end()
    }
    expect(await get('/start')).toMatchObject({ url: `${origin}/end`, text: 'here' })
    await expect(get('/off')).rejects.toThrow('not file:')
    await expect(get('/round')).rejects.toThrow('More than 5 redirects')
  })
})

describe('addresses that are not public', () => {
  const from = (address: string, resolve: ResolveHost = resolveBySystem, mayReach = isPublicAddress) =>
    fetchPage(address, never, { resolve, mayReach, clock })
  const port = () => (server.address() as AddressInfo).port

  it.each([
    'http://127.0.0.1:9/',
    'http://[::1]:9/',
    'http://0x7f.1:9/',
    'http://[::ffff:10.0.0.1]/',
    'http://2130706433/',
    'http://localhost:9/',
  ])('are refused: %s', async (address) => {
    await expect(from(address)).rejects.toThrow('private network')
  })

  it('are left out of what a name leads to, and nothing else is asked for the connection (DNS rebinding)', async () => {
    answer = says('text/plain', 'reached')
    const seen: string[] = []
    const mixed: ResolveHost = async (host) => {
      seen.push(host)
      return ['10.0.0.1', '127.0.0.1'].map((address) => ({ address, family: 4 }))
    }
    const onlyServer = (address: string) => address === '127.0.0.1'
    expect((await from(`http://mixed.test:${port()}/`, mixed, onlyServer)).text).toBe('reached')
    await expect(from(`http://mixed.test:${port()}/`, mixed)).rejects.toThrow('private network')
    expect(seen).toEqual(['mixed.test', 'mixed.test'])
    expect(asked).toHaveLength(1)
  })

  it('are refused behind a redirect, by number and by name', async () => {
    answer = (request, response) =>
      response
        .writeHead(302, { location: request.url === '/a' ? 'http://127.0.0.2/' : '//inner.test/' })
        .end()
    const resolve: ResolveHost = async (host) => [
      { address: host === 'inner.test' ? '192.168.0.1' : '127.0.0.1', family: 4 },
    ]
    const onlyServer = (address: string) => address === '127.0.0.1'
    for (const path of ['/a', '/b'])
      await expect(from(`http://outer.test:${port()}${path}`, resolve, onlyServer)).rejects.toThrow(
        'private network',
      )
    expect(asked).toEqual(['/a', '/b'])
  })

  it.each([
    ['ftp://example.org/', 'Only http: and https:'],
    ['http://ada:pw@example.org/', 'a user name or a password'],
    ['not an address', 'is no address of a page'],
  ])('%s is refused', async (address, message) => {
    await expect(from(address)).rejects.toThrow(message)
  })

  it('are not the same as none: a name without an address says so', async () => {
    await expect(from('http://nowhere.test/', async () => [])).rejects.toThrow('There is no address')
    const fails: ResolveHost = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    await expect(from('http://nowhere.test/', fails)).rejects.toThrow('no address for nowhere.test')
  })
})
