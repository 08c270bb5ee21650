import { describe, expect, it } from 'vitest'
import { createTabWay, type TabWay } from './tab-way'

/** Presses and releases keys in the field. */
function press(way: TabWay, ...keys: string[]): void {
  for (const key of keys) {
    way.keyDown(key)
    way.keyUp(key)
  }
}

describe('the way by Tab through a field', () => {
  it('is none where the focus was put into the field or came by a click', () => {
    const way = createTabWay()
    expect(way.isPassing).toBe(false)
    press(way, 'Shift', 'Tab', 'Tab')
    expect(way.isPassing).toBe(false)
  })

  it('begins with a Tab that was pressed elsewhere, and lasts until something else is pressed', () => {
    const way = createTabWay()
    way.keyUp('Tab')
    expect(way.isPassing).toBe(true)
    press(way, 'Shift')
    expect(way.isPassing).toBe(true)
    press(way, 'a')
    expect(way.isPassing).toBe(false)
  })

  it('is over when the focus is elsewhere', () => {
    const way = createTabWay()
    way.keyUp('Tab')
    way.left()
    expect(way.isPassing).toBe(false)
    // A Tab that leads out is released there.
    way.keyDown('Tab')
    way.left()
    way.keyUp('Tab')
    expect(way.isPassing).toBe(true)
  })
})
