import type { chat as english } from '../en/chat'
import type { SlavicTexts } from '../texts'

export const chat: SlavicTexts<typeof english> = {
  'composer.placeholder': 'Повідомлення для Vigil',
}
