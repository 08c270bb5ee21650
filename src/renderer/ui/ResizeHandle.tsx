import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef } from 'react'

const KEY_STEP_PX = 16

/**
 * A line between two areas that drags. Arrow keys move it too; a double click restores the default.
 * `onMove` follows the pointer, `onDone` comes once at the end.
 */
export function ResizeHandle(props: {
  label: string
  orientation: 'vertical' | 'horizontal'
  value: number
  min: number
  max: number
  onMove: (value: number) => void
  onDone: (value: number) => void
  onReset: () => void
}) {
  const { orientation, min, max, onMove, onDone } = props
  const drag = useRef<{ from: number; value: number; now: number } | null>(null)
  const clamp = (value: number): number => Math.round(Math.min(max, Math.max(min, value)))
  const along = (event: PointerEvent): number => (orientation === 'vertical' ? event.clientX : event.clientY)

  const start = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: along(event), value: props.value, now: props.value }
  }
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (!drag.current) return
    drag.current.now = clamp(drag.current.value + along(event) - drag.current.from)
    onMove(drag.current.now)
  }
  const end = (): void => {
    if (!drag.current) return
    const { now, value } = drag.current
    drag.current = null
    if (now !== value) onDone(now)
  }
  const key = (event: KeyboardEvent<HTMLElement>): void => {
    const [less, more] = orientation === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    if (event.key !== less && event.key !== more) return
    event.preventDefault()
    onDone(clamp(props.value + (event.key === more ? KEY_STEP_PX : -KEY_STEP_PX)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be a focusable window splitter
    <div
      role="separator"
      className={`drag-line ${orientation}`}
      tabIndex={0}
      aria-label={props.label}
      aria-orientation={orientation}
      aria-valuenow={props.value}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={props.onReset}
      onKeyDown={key}
    />
  )
}
