import { expect, it } from 'vitest'
import { isLocalAddress, shortAddress } from './address'

it.each([
  ['http://127.0.0.1:11434/v1', true],
  ['http://localhost:1234', true],
  ['http://[::1]:8080/v1', true],
  ['http://192.168.1.20:8000/v1', true],
  ['http://172.20.0.2/v1', true],
  ['http://nas.local:11434', true],
  ['https://api.openai.com/v1', false],
  ['http://172.32.0.2/v1', false],
  ['nonsense', false],
])('%s is local: %s (A-155)', (url, local) => {
  expect(isLocalAddress(url)).toBe(local)
})

it('shortens an address to host and port', () => {
  expect(shortAddress('http://127.0.0.1:11434/v1')).toBe('127.0.0.1:11434')
  expect(shortAddress('http')).toBe('http')
})
