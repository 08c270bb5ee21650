import { describe, expect, it } from 'vitest'
import { mcpToolNames } from './tool-names'

describe('names of tools', () => {
  it('carry the server', () => {
    expect(mcpToolNames('files', ['read_file', 'write-file'])).toEqual([
      'mcp__files__read_file',
      'mcp__files__write-file',
    ])
  })

  it('are taken by every provider and stay apart', () => {
    const tools = ['a.b', 'a/b', 'a b', 'x'.repeat(80), `${'x'.repeat(80)}y`, 'ж']
    const names = mcpToolNames('s'.repeat(32), tools)
    expect(new Set(names).size).toBe(tools.length)
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })

  it('are the same next time', () => {
    expect(mcpToolNames('s', ['a.b', 'a/b'])).toEqual(mcpToolNames('s', ['a.b', 'a/b']))
  })
})
