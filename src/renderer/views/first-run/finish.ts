import type { ConnectionId } from '../../../shared/ids'
import type { ModelRef } from '../../../shared/models'
import { updateSettings } from '../../state/settings-actions'
import { useSettingsData } from '../../state/stores'
import { showChatView } from '../../state/ui'

/** Takes a model for new chats and goes on to the app. */
export async function finishWith(model: ModelRef): Promise<void> {
  if (await updateSettings({ defaultModel: model, firstRunDone: true })) showChatView()
}

/** Goes on with the first model a connection lists that can run commands; false when it lists none. */
export async function finishWithConnection(id: ConnectionId, preferred?: string): Promise<boolean> {
  const connection = useSettingsData.getState().data?.settings.connections.find((one) => one.id === id)
  const able = connection?.models.filter((model) => model.tools) ?? []
  const model = able.find((one) => one.id === preferred) ?? able[0] ?? connection?.models[0]
  if (!model) return false
  await finishWith({ connection: id, model: model.id })
  return true
}
