import { counted, type Language } from './language'

/** Everything a notification says, in the desktop's own place and in the list of the window. */
export type NotificationWords = {
  untitled: string
  needsApproval: string
  question: string
  failed: string
  serverStopped: string
  finished: string
  turnDone: string
  turnFailed: string
  turnPaused: string
  long: string
  review: string
  answer: string
  openChat: string
  chats(count: number): string
  approvals(count: number): string
  edits(count: number): string
  toolCalls(count: number): string
  notes(count: number): string
  pages(count: number): string
  questions(count: number): string
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
    question: 'The agent has a question',
    failed: 'Command failed',
    serverStopped: 'Server stopped',
    finished: 'Background commands finished',
    turnDone: 'The agent has finished',
    turnFailed: 'The turn failed',
    turnPaused: 'The agent paused and waits for you',
    long: 'Still running in the background',
    review: 'Review',
    answer: 'Answer',
    openChat: 'Open chat',
    chats: (count) => en(count, 'chat', 'chats', 'chats'),
    approvals: (count) => en(count, 'command needs approval', '', 'commands need approval'),
    edits: (count) => en(count, 'change needs approval', '', 'changes need approval'),
    toolCalls: (count) => en(count, 'tool call needs approval', '', 'tool calls need approval'),
    notes: (count) => en(count, 'note needs approval', '', 'notes need approval'),
    pages: (count) => en(count, 'web page needs approval', '', 'web pages need approval'),
    questions: (count) => en(count, 'question', 'questions', 'questions'),
    failures: (count) => en(count, 'command failed', '', 'commands failed'),
    servers: (count) => en(count, 'server stopped', '', 'servers stopped'),
    ends: (count) => en(count, 'command finished', '', 'commands finished'),
    runLong: (count) => en(count, 'command still runs', '', 'commands still run'),
  },
  ru: {
    untitled: 'Новый чат',
    needsApproval: 'Нужно одобрение',
    question: 'У агента вопрос',
    failed: 'Команда завершилась с ошибкой',
    serverStopped: 'Сервер остановился',
    finished: 'Фоновые команды завершены',
    turnDone: 'Агент закончил',
    turnFailed: 'Ход завершился с ошибкой',
    turnPaused: 'Агент приостановился и ждёт вас',
    long: 'Всё ещё выполняется в фоне',
    review: 'Посмотреть',
    answer: 'Ответить',
    openChat: 'Открыть чат',
    chats: (count) => ru(count, 'чат', 'чата', 'чатов'),
    approvals: (count) =>
      ru(count, 'команда ждёт одобрения', 'команды ждут одобрения', 'команд ждут одобрения'),
    edits: (count) =>
      ru(count, 'изменение ждёт одобрения', 'изменения ждут одобрения', 'изменений ждут одобрения'),
    toolCalls: (count) =>
      ru(
        count,
        'вызов инструмента ждёт одобрения',
        'вызова инструментов ждут одобрения',
        'вызовов инструментов ждут одобрения',
      ),
    notes: (count) => ru(count, 'заметка ждёт одобрения', 'заметки ждут одобрения', 'заметок ждут одобрения'),
    pages: (count) =>
      ru(count, 'веб-страница ждёт одобрения', 'веб-страницы ждут одобрения', 'веб-страниц ждут одобрения'),
    questions: (count) => ru(count, 'вопрос', 'вопроса', 'вопросов'),
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
    question: 'Агент має запитання',
    failed: 'Команда завершилася з помилкою',
    serverStopped: 'Сервер зупинився',
    finished: 'Фонові команди завершено',
    turnDone: 'Агент закінчив',
    turnFailed: 'Хід завершився з помилкою',
    turnPaused: 'Агент призупинився й чекає на вас',
    long: 'Досі виконується у фоні',
    review: 'Переглянути',
    answer: 'Відповісти',
    openChat: 'Відкрити чат',
    chats: (count) => uk(count, 'чат', 'чати', 'чатів'),
    approvals: (count) =>
      uk(count, 'команда чекає схвалення', 'команди чекають схвалення', 'команд чекають схвалення'),
    edits: (count) => uk(count, 'зміна чекає схвалення', 'зміни чекають схвалення', 'змін чекають схвалення'),
    toolCalls: (count) =>
      uk(
        count,
        'виклик інструмента чекає схвалення',
        'виклики інструментів чекають схвалення',
        'викликів інструментів чекають схвалення',
      ),
    notes: (count) =>
      uk(count, 'нотатка чекає схвалення', 'нотатки чекають схвалення', 'нотаток чекають схвалення'),
    pages: (count) =>
      uk(
        count,
        'вебсторінка чекає схвалення',
        'вебсторінки чекають схвалення',
        'вебсторінок чекають схвалення',
      ),
    questions: (count) => uk(count, 'запитання', 'запитання', 'запитань'),
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
