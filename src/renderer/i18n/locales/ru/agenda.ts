import type { agenda as english } from '../en/agenda'
import type { SlavicTexts } from '../texts'

export const agenda: SlavicTexts<typeof english> = {
  schedules: 'Запланированные пробуждения этого чата',
  'schedules.count_one': '{count} запланированное пробуждение',
  'schedules.count_few': '{count} запланированных пробуждения',
  'schedules.count_many': '{count} запланированных пробуждений',
  'schedules.count_other': '{count} запланированного пробуждения',
  next: 'Следующее: {time}',
  due: 'Время пришло; агент узнает со следующим сообщением',
  cancel: 'Отменить: {text}',
  woken: 'Чат разбужен по плану: {text}',
}
