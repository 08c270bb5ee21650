import type { agenda as english } from '../en/agenda'
import type { SlavicTexts } from '../texts'

export const agenda: SlavicTexts<typeof english> = {
  schedules: 'Заплановані пробудження цього чату',
  'schedules.count_one': '{count} заплановане пробудження',
  'schedules.count_few': '{count} заплановані пробудження',
  'schedules.count_many': '{count} запланованих пробуджень',
  'schedules.count_other': '{count} запланованого пробудження',
  next: 'Наступне: {time}',
  due: 'Час настав; агент дізнається з наступним повідомленням',
  cancel: 'Скасувати: {text}',
  woken: 'Чат розбуджено за планом: {text}',
}
