import { blindModel } from '../../../../shared/blind-model'
import type { ChatSummary } from '../../../../shared/chat'
import { useSettings } from '../../../state/stores'

/** The name of a chat's model when it takes no images; null when it takes them, or none is chosen. */
export function useBlindModel(chat: ChatSummary): string | null {
  return useSettings(({ settings }) => blindModel(chat.model ?? settings.defaultModel, settings.connections))
}
