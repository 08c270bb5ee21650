import { create } from 'zustand'
import type { ChatId, EntryId } from '../../shared/ids'
import type { RequestInput } from '../../shared/ipc'
import type { CheckpointPreview, SnapshotRestored } from '../../shared/permissions'
import { request } from '../api'
import { attempt } from './attempt'
import { selectChat } from './session'

/** The message a person wants to go back to, or to send anew with other words; or the change after which the files are wanted. */
export type GoingBack = { kind: 'restore' | 'edit' | 'after'; chatId: ChatId; entryId: EntryId; text: string }
/** What goes back. */
export type WhatGoesBack = RequestInput<'checkpoint.restore'>['what']

/** The open dialog about going back. */
export const useGoingBack = create<{ dialog: GoingBack | null }>(() => ({ dialog: null }))

export function openGoingBack(dialog: GoingBack | null): void {
  useGoingBack.setState({ dialog })
}

/** What going back would do. Throws a RequestError. */
export function previewCheckpoint({ chatId, entryId }: GoingBack): Promise<CheckpointPreview> {
  return request('checkpoint.preview', { chatId, entryId })
}
/** Goes back. Throws a RequestError. */
export function restoreCheckpoint(
  { chatId, entryId }: GoingBack,
  what: WhatGoesBack,
  keepCreated: boolean,
): Promise<SnapshotRestored | null> {
  return request('checkpoint.restore', { chatId, entryId, what, keepCreated })
}
/** Sends an earlier message with other words. Throws a RequestError. */
export async function editMessage(
  { chatId, entryId }: GoingBack,
  text: string,
  withFiles: boolean,
): Promise<void> {
  const { openChat } = await request('chat.editMessage', { chatId, entryId, text, withFiles })
  if (openChat) selectChat(openChat)
}
/** Undoes a restore that its line names. */
export async function takeRestoreBack(chatId: ChatId, entryId: EntryId): Promise<void> {
  await attempt('restore', () => request('checkpoint.takeBack', { chatId, entryId }))
}
