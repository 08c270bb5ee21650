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
  'action.web.ask': 'Відкрити {url}?',
  'action.web.done': 'Відкрито: {url}',
  'action.web.failed': 'Не відкрито: {url}',
  'action.memory.ask': 'Запам’ятати це в {name}?',
  'action.memory.done': 'Запам’ятано в {name}',
  'action.memory.failed': 'Не запам’ятано: {name}',
  'action.forget.ask': 'Видалити нотатку {name}?',
  'action.forget.done': 'Видалено нотатку {name}',
  'action.forget.failed': 'Не видалено: {name}',
  'action.details': 'Подробиці',
  'action.note': 'Нотатка',
  'action.label': '{what}, {state}',
}
