import { describe, expect, it } from 'vitest'
import { shortcutOf } from './keys'

function press(keys: string, platform = 'linux') {
  const parts = keys.split('+')
  return shortcutOf(
    {
      code: parts[parts.length - 1] ?? '',
      ctrlKey: parts.includes('Ctrl'),
      metaKey: parts.includes('Cmd'),
      altKey: parts.includes('Alt'),
      shiftKey: parts.includes('Shift'),
    },
    platform,
  )
}

describe('keys of the window', () => {
  it('are matched by place, not by letter, so they work on Cyrillic layouts', () => {
    expect(press('Ctrl+KeyK')).toEqual({ do: 'palette' })
    expect(press('Ctrl+Shift+KeyA')).toEqual({ do: 'next-needs-you' })
    expect(press('Ctrl+Shift+KeyB')).toEqual({ do: 'to-background' })
    expect(press('Ctrl+KeyB')).toEqual({ do: 'sidebar' })
    expect(press('Ctrl+KeyJ')).toEqual({ do: 'jobs' })
    expect(press('Ctrl+Period')).toEqual({ do: 'stop-turn' })
    expect(press('Ctrl+Digit3')).toEqual({ do: 'chat', position: 3 })
  })
  it('use Cmd on macOS and leave Ctrl to the system there', () => {
    expect(press('Cmd+KeyN', 'darwin')).toEqual({ do: 'new-chat' })
    expect(press('Ctrl+KeyN', 'darwin')).toBeNull()
    expect(press('Cmd+KeyN', 'linux')).toBeNull()
  })
  it('leave other combinations alone', () => {
    expect(press('KeyK')).toBeNull()
    expect(press('Ctrl+Alt+KeyK')).toBeNull()
    expect(press('Ctrl+Shift+KeyK')).toBeNull()
    expect(press('Ctrl+Digit0')).toBeNull()
  })
  it('F6 walks the regions, Shift+F6 back', () => {
    expect(press('F6')).toEqual({ do: 'region', back: false })
    expect(press('Shift+F6')).toEqual({ do: 'region', back: true })
    expect(press('Ctrl+F6')).toBeNull()
  })
})
