/** Languages Runbook speaks: those of the window. */
export type RunbookLanguage = 'en' | 'ru' | 'uk'

/** Everything Runbook says, so that no sentence is put together from parts another language would order differently. */
export type RunbookWords = {
  nothingRunOtherBlocks: string
  nothingRunNoCommand: string
  howTo: [string, string, string]
  tooMany(count: number): string
  running(count: number): string
  leftAsIs: string
  notRunOfIt(count: number): string
  goesOn(terminalId: string): string
  oneDone: string
  allDone(count: number): string
  one(outcome: string): string
  stoppedAt(number: number, count: number, outcome: string): string
  endedBy(signal: string): string
  endedWithoutCode: string
  failedWith(code: number): string
  /** Reasons are written for agents, in English; the card says the same in the person's language. */
  refused(reason: string): string
  stopped: string
  lost: string
  noResult(reason: string): string
  stillRuns(terminalId: string): string
  serves(terminalId: string, address: string | null): string
  allRun(count: number): string
  endedInBackground(list: string): string
  notRun: string
  notRunToEnd: string
  exitCode(code: number): string
  noShell: string
}

const plural = (language: RunbookLanguage) => {
  const rules = new Intl.PluralRules(language)
  return (count: number, one: string, few: string, many: string): string => {
    const form = rules.select(count)
    return `${count} ${form === 'one' ? one : form === 'few' ? few : many}`
  }
}
const ru = plural('ru')
const uk = plural('uk')

/** The words of each language; a missing one is a type error. */
export const RUNBOOK_WORDS: Record<RunbookLanguage, RunbookWords> = {
  en: {
    nothingRunOtherBlocks:
      'No block of your message is marked as `sh`, `bash`, `shell` or `console`, so nothing was run.',
    nothingRunNoCommand: 'Your message is not a command, so nothing was run.',
    howTo: [
      'This chat uses Runbook, which runs shell commands without a model.',
      'Send one command line, for example `git status`, or a text with blocks like this:',
      'Blocks run one after another, each in a shell of its own, until one fails. Choose a model to ask questions.',
    ],
    tooMany: (count) =>
      `${count} more ${count === 1 ? 'command' : 'commands'} of the message will not be run: there are too many.`,
    running: (count) => `Running ${count} commands, one after another, until one fails.`,
    leftAsIs: 'Your earlier message is left as it is.',
    notRunOfIt: (count) =>
      count === 1 ? '1 command of it was not run.' : `${count} commands of it were not run.`,
    goesOn: (terminalId) => `${terminalId} goes on in the background.`,
    oneDone: 'Done: the command ended with exit code 0.',
    allDone: (count) => `Done: all ${count} commands ended with exit code 0.`,
    one: (outcome) => `The command ${outcome}.`,
    stoppedAt: (number, count, outcome) => `Stopped: command ${number} of ${count} ${outcome}.`,
    endedBy: (signal) => `was ended by ${signal}`,
    endedWithoutCode: 'ended without an exit code',
    failedWith: (code) => `failed with exit code ${code}`,
    refused: (reason) => `was not run: ${reason}`,
    stopped: 'was stopped',
    lost: 'was interrupted before it finished',
    noResult: (reason) => `had no result: ${reason}`,
    stillRuns: (terminalId) => `still runs in the background as ${terminalId}`,
    serves: (terminalId, address) =>
      `runs as a server, ${terminalId}${address === null ? '' : `, at ${address}`}`,
    allRun: (count) => `Done: all ${count} commands were run.`,
    endedInBackground: (list) => `Ended in the background: ${list}.`,
    notRun: 'not run',
    notRunToEnd: 'not run to its end',
    exitCode: (code) => `exit code ${code}`,
    noShell: 'Commands cannot be run in this chat.',
  },
  ru: {
    nothingRunOtherBlocks:
      'Ни один блок сообщения не помечен как `sh`, `bash`, `shell` или `console`, поэтому ничего не выполнено.',
    nothingRunNoCommand: 'Сообщение не является командой, поэтому ничего не выполнено.',
    howTo: [
      'В этом чате работает Runbook: он выполняет команды без модели.',
      'Отправьте одну командную строку, например `git status`, или текст с такими блоками:',
      'Блоки выполняются по очереди, каждый в своей оболочке, до первой ошибки. Чтобы задавать вопросы, выберите модель.',
    ],
    tooMany: (count) =>
      `Не будет выполнено: ещё ${ru(count, 'команда', 'команды', 'команд')} — их слишком много.`,
    running: (count) =>
      `Выполняется по очереди, до первой ошибки: ${ru(count, 'команда', 'команды', 'команд')}.`,
    leftAsIs: 'Предыдущее сообщение осталось как есть.',
    notRunOfIt: (count) => `Не выполнено из него: ${ru(count, 'команда', 'команды', 'команд')}.`,
    goesOn: (terminalId) => `${terminalId} продолжает работать в фоне.`,
    oneDone: 'Готово: команда завершилась с кодом 0.',
    allDone: (count) => `Готово: все команды (${count}) завершились с кодом 0.`,
    one: (outcome) => `Команда ${outcome}.`,
    stoppedAt: (number, count, outcome) => `Остановлено: команда ${number} из ${count} ${outcome}.`,
    endedBy: (signal) => `завершена сигналом ${signal}`,
    endedWithoutCode: 'завершилась без кода',
    failedWith: (code) => `завершилась с кодом ${code}`,
    refused: () => 'не выполнена; причина на её карточке',
    stopped: 'остановлена',
    lost: 'прервана до завершения',
    noResult: () => 'не дала результата; прежде чем повторять, проверьте, что она успела сделать',
    stillRuns: (terminalId) => `ещё выполняется в фоне, ${terminalId}`,
    serves: (terminalId, address) =>
      `работает как сервер, ${terminalId}${address === null ? '' : `, ${address}`}`,
    allRun: (count) => `Готово: все команды (${count}) выполнены.`,
    endedInBackground: (list) => `Завершено в фоне: ${list}.`,
    notRun: 'не выполнена',
    notRunToEnd: 'не выполнена до конца',
    exitCode: (code) => `код ${code}`,
    noShell: 'В этом чате нельзя выполнять команды.',
  },
  uk: {
    nothingRunOtherBlocks:
      'Жоден блок повідомлення не позначено як `sh`, `bash`, `shell` або `console`, тому нічого не виконано.',
    nothingRunNoCommand: 'Повідомлення не є командою, тому нічого не виконано.',
    howTo: [
      'У цьому чаті працює Runbook: він виконує команди без моделі.',
      'Надішліть один командний рядок, наприклад `git status`, або текст із такими блоками:',
      'Блоки виконуються по черзі, кожен у власній оболонці, до першої помилки. Щоб ставити запитання, виберіть модель.',
    ],
    tooMany: (count) => `Не буде виконано: ще ${uk(count, 'команда', 'команди', 'команд')} — їх забагато.`,
    running: (count) =>
      `Виконується по черзі, до першої помилки: ${uk(count, 'команда', 'команди', 'команд')}.`,
    leftAsIs: 'Попереднє повідомлення лишилося як є.',
    notRunOfIt: (count) => `Не виконано з нього: ${uk(count, 'команда', 'команди', 'команд')}.`,
    goesOn: (terminalId) => `${terminalId} працює далі у фоні.`,
    oneDone: 'Готово: команда завершилася з кодом 0.',
    allDone: (count) => `Готово: усі команди (${count}) завершилися з кодом 0.`,
    one: (outcome) => `Команда ${outcome}.`,
    stoppedAt: (number, count, outcome) => `Зупинено: команда ${number} з ${count} ${outcome}.`,
    endedBy: (signal) => `завершена сигналом ${signal}`,
    endedWithoutCode: 'завершилася без коду',
    failedWith: (code) => `завершилася з кодом ${code}`,
    refused: () => 'не виконана; причина на її картці',
    stopped: 'зупинена',
    lost: 'перервана до завершення',
    noResult: () => 'не дала результату; перш ніж повторювати, перевірте, що вона встигла зробити',
    stillRuns: (terminalId) => `ще виконується у фоні, ${terminalId}`,
    serves: (terminalId, address) =>
      `працює як сервер, ${terminalId}${address === null ? '' : `, ${address}`}`,
    allRun: (count) => `Готово: усі команди (${count}) виконано.`,
    endedInBackground: (list) => `Завершено у фоні: ${list}.`,
    notRun: 'не виконана',
    notRunToEnd: 'не виконана до кінця',
    exitCode: (code) => `код ${code}`,
    noShell: 'У цьому чаті не можна виконувати команди.',
  },
}
