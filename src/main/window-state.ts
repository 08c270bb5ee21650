import { z } from 'zod'
import { readJsonFile, writeJsonFile } from '../core/settings/json-file'

/** The smallest window that the layout is made for (ui.md 3). */
export const MIN_WIDTH = 640
export const MIN_HEIGHT = 520
const DEFAULT_SIZE = { width: 1280, height: 820 }
/** A window counts as visible when at least this much of its top edge can be grabbed. */
const GRAB = 80

export type Rectangle = { x: number; y: number; width: number; height: number }
const stateSchema = z.object({
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  maximized: z.boolean(),
})
/** Where a window was when it was closed. */
export type WindowState = z.infer<typeof stateSchema>

/** Reads the remembered place; anything that is not one counts as none, for nothing is lost with it. */
export function readWindowState(file: string): WindowState | null {
  const read = readJsonFile(file)
  const parsed = stateSchema.safeParse(read.kind === 'ok' ? read.value : null)
  return parsed.success ? parsed.data : null
}

/** Remembers where the window is. */
export function writeWindowState(file: string, state: WindowState): void {
  writeJsonFile(file, state)
}

/**
 * The place for a new window: the remembered one if it can still be reached on one of the screens, otherwise a default
 * size that the system places.
 */
export function placeWindow(
  state: WindowState | null,
  screens: readonly Rectangle[],
): Partial<Rectangle> & { width: number; height: number } {
  if (!state) return DEFAULT_SIZE
  const { bounds } = state
  const width = Math.max(MIN_WIDTH, Math.round(bounds.width))
  const height = Math.max(MIN_HEIGHT, Math.round(bounds.height))
  const [x, y] = [Math.round(bounds.x), Math.round(bounds.y)]
  const reachable = screens.some(
    (screen) =>
      x + width >= screen.x + GRAB &&
      x <= screen.x + screen.width - GRAB &&
      y >= screen.y &&
      y <= screen.y + screen.height - GRAB,
  )
  return reachable ? { x, y, width, height } : { width, height }
}
