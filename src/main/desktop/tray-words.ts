import { counted, type Language } from '../../shared/language'

/** What the tray says. */
export type TrayWords = {
  idle: string
  running(count: number): string
  needApproval(count: number): string
  working: string
  review(chat: string): string
  untitled: string
  underAMinute: string
  more(count: number): string
  newChat: string
  mute: string
  unmute: string
  stopAll: string
  open: string
  quit: string
}

const en = counted('en')
const ru = counted('ru')
const uk = counted('uk')

/** The words of each language; a missing one is a type error. */
export const TRAY_WORDS: Record<Language, TrayWords> = {
  en: {
    idle: 'Nothing is running',
    running: (count) => en(count, 'running', '', 'running'),
    needApproval: (count) => en(count, 'chat needs approval', '', 'chats need approval'),
    working: 'The agent is working',
    review: (chat) => `Review: ${chat}`,
    untitled: 'New chat',
    underAMinute: 'under a minute',
    more: (count) => `${count} more in dashboard`,
    newChat: 'New chat',
    mute: 'Mute notifications for 1 hour',
    unmute: 'Unmute notifications',
    stopAll: 'Stop all background jobs',
    open: 'Open Vigil',
    quit: 'Quit Vigil',
  },
  ru: {
    idle: 'Ничего не выполняется',
    running: (count) => `Выполняется: ${count}`,
    needApproval: (count) => ru(count, 'чат ждёт одобрения', 'чата ждут одобрения', 'чатов ждут одобрения'),
    working: 'Агент работает',
    review: (chat) => `Посмотреть: ${chat}`,
    untitled: 'Новый чат',
    underAMinute: 'меньше минуты',
    more: (count) => `Ещё ${count} в общем списке`,
    newChat: 'Новый чат',
    mute: 'Без уведомлений 1 час',
    unmute: 'Включить уведомления',
    stopAll: 'Остановить все фоновые задачи',
    open: 'Открыть Vigil',
    quit: 'Выйти из Vigil',
  },
  uk: {
    idle: 'Нічого не виконується',
    running: (count) => `Виконується: ${count}`,
    needApproval: (count) =>
      uk(count, 'чат чекає схвалення', 'чати чекають схвалення', 'чатів чекають схвалення'),
    working: 'Агент працює',
    review: (chat) => `Переглянути: ${chat}`,
    untitled: 'Новий чат',
    underAMinute: 'менше хвилини',
    more: (count) => `Ще ${count} у загальному списку`,
    newChat: 'Новий чат',
    mute: 'Без сповіщень 1 годину',
    unmute: 'Увімкнути сповіщення',
    stopAll: 'Зупинити всі фонові завдання',
    open: 'Відкрити Vigil',
    quit: 'Вийти з Vigil',
  },
}
