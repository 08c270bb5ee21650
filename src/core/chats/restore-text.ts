import type { EntryOf } from './entry'

/** What the agent is told of files that went back under its hands. */
export const FILES_RESTORED =
  '[Workspace restored, from Vigil, not from the user]\nThe user brought the files of the workspace back to an earlier state. What you changed since may be gone: look at the files again before you go on.'
export const RESTORE_TAKEN_BACK =
  '[Workspace restored, from Vigil, not from the user]\nThe user took the last restoring of the workspace back: the files are again as you left them before it.'
const CONVERSATION_ONLY =
  '[Conversation restored, from Vigil, not from the user]\nThe user went back to this point of the conversation. The files of the workspace stayed as they are now: they may hold changes that you do not know of.'

/** What the agent must know of a restore; nothing where conversation and files went back together. */
export function restoreText({ messages, files, isTakenBack }: EntryOf<'restore'>): string {
  if (isTakenBack || (messages !== null && files !== null)) return ''
  return files === null ? CONVERSATION_ONLY : FILES_RESTORED
}
