import { describe, expect, it } from 'vitest'
import { externalLink } from './external-link'

describe('a link that leaves the app', () => {
  it.each([
    'https://example.org/a?b=c#d',
    'http://localhost:5173/',
    'http://app.localhost/',
    'http://127.0.0.1:8080/',
    'http://127.1.2.3/',
    'http://[::1]:3000/',
  ])('opens %s', (url) => {
    expect(externalLink(url)).toBe(url)
  })

  it.each([
    'http://example.org/',
    'http://localhost.example.org/',
    'http://127.0.0.1.example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'vscode://file/etc/passwd',
    'mailto:someone@example.org',
    'https://bank.example@example.org/',
    'smb://host/share',
    'not a url',
    '',
  ])('refuses %s', (url) => {
    expect(externalLink(url)).toBeNull()
  })
})
