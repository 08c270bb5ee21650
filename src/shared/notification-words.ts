import { counted, type Language } from './language'

/** Everything a notification says, in the desktop's own place and in the list of the window. */
export type NotificationWords = {
  untitled: string
  needsApproval: string
  failed: string
  serverStopped: string
  finished: string
  turnDone: string
  turnFailed: string
  turnPaused: string
  long: string
  review: string
  openChat: string
  chats(count: number): string
  approvals(count: number): string
  edits(count: number): string
  failures(count: number): string
  servers(count: number): string
  ends(count: number): string
  runLong(count: number): string
}

const en = counted('en')
const ru = counted('ru')
const uk = counted('uk')

/** The words of each language; a missing one is a type error. */
export const NOTIFICATION_WORDS: Record<Language, NotificationWords> = {
  en: {
    untitled: 'New chat',
    needsApproval: 'Needs approval',
    failed: 'Command failed',
    serverStopped: 'Server stopped',
    finished: 'Background commands finished',
    turnDone: 'The agent has finished',
    turnFailed: 'The turn failed',
    turnPaused: 'The agent paused and waits for you',
    long: 'Still running in the background',
    review: 'Review',
    openChat: 'Open chat',
    chats: (count) => en(count, 'chat', 'chats', 'chats'),
    approvals: (count) => en(count, 'command needs approval', '', 'commands need approval'),
    edits: (count) => en(count, 'change needs approval', '', 'changes need approval'),
    failures: (count) => en(count, 'command failed', '', 'commands failed'),
    servers: (count) => en(count, 'server stopped', '', 'servers stopped'),
    ends: (count) => en(count, 'command finished', '', 'commands finished'),
    runLong: (count) => en(count, 'command still runs', '', 'commands still run'),
  },
  ru: {
    untitled: 'Новый чат',
    needsApproval: 'Нужно одобрение',
    failed: 'Команда завершилась с ошибкой',
    serverStopped: 'Сервер остановился',
    finished: 'Фоновые команды завершены',
    turnDone: 'Агент закончил',
    turnFailed: 'Ход завершился с ошибкой',
    turnPaused: 'Агент приостановился и ждёт вас',
    long: 'Всё ещё выполняется в фоне',
    review: 'Посмотреть',
    openChat: 'Открыть чат',
    chats: (count) => ru(count, 'чат', 'чата', 'чатов'),
    approvals: (count) =>
      ru(count, 'команда ждёт одобрения', 'команды ждут одобрения', 'команд ждут одобрения'),
    edits: (count) =>
      ru(count, 'изменение ждёт одобрения', 'изменения ждут одобрения', 'изменений ждут одобрения'),
    failures: (count) =>
      ru(
        count,
        'команда завершилась с ошибкой',
        'команды завершились с ошибкой',
        'команд завершились с ошибкой',
      ),
    servers: (count) => ru(count, 'сервер остановился', 'сервера остановились', 'серверов остановились'),
    ends: (count) => ru(count, 'команда завершена', 'команды завершены', 'команд завершено'),
    runLong: (count) =>
      ru(count, 'команда ещё выполняется', 'команды ещё выполняются', 'команд ещё выполняются'),
  },
  uk: {
    untitled: 'Новий чат',
    needsApproval: 'Потрібне схвалення',
    failed: 'Команда завершилася з помилкою',
    serverStopped: 'Сервер зупинився',
    finished: 'Фонові команди завершено',
    turnDone: 'Агент закінчив',
    turnFailed: 'Хід завершився з помилкою',
    turnPaused: 'Агент призупинився й чекає на вас',
    long: 'Досі виконується у фоні',
    review: 'Переглянути',
    openChat: 'Відкрити чат',
    chats: (count) => uk(count, 'чат', 'чати', 'чатів'),
    approvals: (count) =>
      uk(count, 'команда чекає схвалення', 'команди чекають схвалення', 'команд чекають схвалення'),
    edits: (count) => uk(count, 'зміна чекає схвалення', 'зміни чекають схвалення', 'змін чекають схвалення'),
    failures: (count) =>
      uk(
        count,
        'команда завершилася з помилкою',
        'команди завершилися з помилкою',
        'команд завершилися з помилкою',
      ),
    servers: (count) => uk(count, 'сервер зупинився', 'сервери зупинилися', 'серверів зупинилися'),
    ends: (count) => uk(count, 'команду завершено', 'команди завершено', 'команд завершено'),
    runLong: (count) =>
      uk(count, 'команда ще виконується', 'команди ще виконуються', 'команд ще виконуються'),
  },
}
