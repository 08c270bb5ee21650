/**
 * Whether the person goes through the window with Tab and is only passing a field. There Shift+Tab must lead on; whoever
 * writes in the field may use it for something else.
 */
export type TabWay = {
  /** True while the field was reached by Tab and nothing else was pressed in it since. */
  readonly isPassing: boolean
  keyDown(key: string): void
  keyUp(key: string): void
  /** The focus went elsewhere. */
  left(): void
}

/** Creates a {@link TabWay} for one field. */
export function createTabWay(): TabWay {
  let isPassing = false
  let isDownHere = false
  return {
    get isPassing() {
      return isPassing
    },
    keyDown(key) {
      if (key === 'Tab') isDownHere = true
      else if (key !== 'Shift') isPassing = false
    },
    keyUp(key) {
      if (key !== 'Tab') return
      // Pressed elsewhere and released here: that is how the focus came.
      if (!isDownHere) isPassing = true
      isDownHere = false
    },
    left() {
      isPassing = false
      isDownHere = false
    },
  }
}
