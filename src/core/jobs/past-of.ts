import type { CommandState } from '../../shared/command'

/** True for a command that ever was in the background (S-279). */
export function wasBackground(state: CommandState): boolean {
  if (state.kind === 'background') return true
  if (state.kind === 'interrupted') return state.lost?.wasBackground ?? false
  return (state.kind === 'ended' || state.kind === 'stopping') && state.wasBackground
}

/** True for a command that its window or the app took along (S-339, S-347). */
export function endedWithWindow(state: CommandState): boolean {
  if (state.kind === 'cancelled') return state.because === 'window-ended'
  if (state.kind === 'interrupted') return !state.lost
  return state.kind === 'ended' && state.end.by === 'stop' && state.end.who === 'quit'
}
