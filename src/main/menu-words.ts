/** The few words that the main process shows itself. */
export type Words = {
  cut: string
  copy: string
  paste: string
  selectAll: string
  openFolder: string
  runbook: string
  exportChat: string
  reload: string
  quit: string
  cancel: string
  crashed: string
  crashedAgain: string
  quitWhile(count: number): string
  quitStops: string
  stopAndQuit: string
  quitAnyway: string
}

const EN: Words = {
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  openFolder: 'Open folder',
  runbook: 'Open runbook',
  exportChat: 'Export chat',
  reload: 'Reload',
  quit: 'Quit Vigil',
  cancel: 'Cancel',
  crashed: 'The window of Vigil ended unexpectedly',
  crashedAgain: 'It ended again right after it was reloaded. Chats and their history are not affected.',
  quitWhile: (count) => (count === 1 ? 'Quit while 1 job runs?' : `Quit while ${count} jobs run?`),
  quitStops: 'Servers and commands stop when Vigil quits.',
  stopAndQuit: 'Stop jobs and quit',
  quitAnyway: 'Quit anyway',
}
const RU: Words = {
  cut: 'Вырезать',
  copy: 'Копировать',
  paste: 'Вставить',
  selectAll: 'Выделить всё',
  openFolder: 'Открыть папку',
  runbook: 'Открыть Runbook',
  exportChat: 'Экспорт чата',
  reload: 'Перезагрузить',
  quit: 'Выйти из Vigil',
  cancel: 'Отмена',
  crashed: 'Окно Vigil неожиданно завершилось',
  crashedAgain: 'Оно завершилось снова сразу после перезагрузки. Чаты и их история не затронуты.',
  quitWhile: (count) => `Выйти? Ещё выполняется задач: ${count}.`,
  quitStops: 'Серверы и команды остановятся при выходе.',
  stopAndQuit: 'Остановить задачи и выйти',
  quitAnyway: 'Всё равно выйти',
}
const UK: Words = {
  cut: 'Вирізати',
  copy: 'Копіювати',
  paste: 'Вставити',
  selectAll: 'Виділити все',
  openFolder: 'Відкрити папку',
  runbook: 'Відкрити Runbook',
  exportChat: 'Експорт чату',
  reload: 'Перезавантажити',
  quit: 'Вийти з Vigil',
  cancel: 'Скасувати',
  crashed: 'Вікно Vigil несподівано завершилося',
  crashedAgain: 'Воно завершилося знову одразу після перезавантаження. Чати та їхня історія не постраждали.',
  quitWhile: (count) => `Вийти? Ще виконується завдань: ${count}.`,
  quitStops: 'Сервери й команди зупиняться після виходу.',
  stopAndQuit: 'Зупинити завдання й вийти',
  quitAnyway: 'Усе одно вийти',
}

/** The words for a BCP 47 tag; English for languages that Vigil does not speak. */
export function wordsFor(tag: string): Words {
  const language = tag.toLowerCase().split(/[-_]/)[0]
  if (language === 'ru') return RU
  if (language === 'uk') return UK
  return EN
}
