import { describe, expect, it } from 'vitest'
import { openableUrl } from './link-target'

describe('links in an answer', () => {
  it.each([
    ['https://vite.dev/guide', 'https://vite.dev/guide'],
    ['http://localhost:5173/a', 'http://localhost:5173/a'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/'],
    ['http://[::1]:80/', 'http://[::1]/'],
    ['http://example.com', null],
    ['http://127.0.0.1.evil.com', null],
    ['file:///etc/passwd', null],
    ['javascript:alert(1)', null],
    ['src/a.ts', null],
    [undefined, null],
  ])('%s', (href, target) => {
    expect(openableUrl(href)).toBe(target)
  })
})
