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
  'action.web.ask': 'Открыть {url}?',
  'action.web.done': 'Открыто: {url}',
  'action.web.failed': 'Не открыто: {url}',
  'action.memory.ask': 'Запомнить это в {name}?',
  'action.memory.done': 'Запомнено в {name}',
  'action.memory.failed': 'Не запомнено: {name}',
  'action.forget.ask': 'Удалить заметку {name}?',
  'action.forget.done': 'Удалена заметка {name}',
  'action.forget.failed': 'Не удалена: {name}',
  'action.details': 'Подробности',
  'action.note': 'Заметка',
  'action.label': '{what}, {state}',
}
