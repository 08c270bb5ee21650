import { describe, expect, it } from 'vitest'
import { CONTENT_SECURITY_POLICY, fileOf } from './app-files'

describe('files of the window', () => {
  it.each([
    ['vigil://app/index.html', '/out/index.html'],
    ['vigil://app/assets/a%20b.js?x#y', '/out/assets/a b.js'],
    ['vigil://app/../index.html', '/out/index.html'],
  ])('%s is %s', (url, file) => {
    expect(fileOf(url, '/out')).toBe(file)
  })

  it.each([
    'vigil://app/%2e%2e%2fetc/passwd',
    'vigil://app/..%2f..%2fetc/passwd',
    'vigil://app/..%2foutside/a',
    'vigil://app/%00',
    'vigil://app/%zz',
    'vigil://other/index.html',
    'file:///etc/passwd',
    'https://app/index.html',
    'vigil://app/',
    'vigil://app/assets/',
    'no url',
  ])('%s is no file of the window', (url) => {
    expect(fileOf(url, '/out')).toBeNull()
  })

  it('may not run scripts from anywhere else or written into the page', () => {
    const scripts = CONTENT_SECURITY_POLICY.split('; ').find((rule) => rule.startsWith('script-src'))
    expect(scripts).toBe("script-src 'self'")
  })
})
