import type { host as english } from '../en/host'
import type { SlavicTexts } from '../texts'

export const host: SlavicTexts<typeof english> = {
  'quit.title_one': 'Вийти? Ще виконується завдань: {count}.',
  'quit.title_few': 'Вийти? Ще виконується завдань: {count}.',
  'quit.title_many': 'Вийти? Ще виконується завдань: {count}.',
  'quit.title_other': 'Вийти? Ще виконується завдань: {count}.',
  'quit.body.tray': 'Сервери й команди зупиняться після виходу. Або залиште їх у треї.',
  'quit.body': 'Сервери й команди зупиняться після виходу.',
  'quit.jobs': 'Завдання, що виконуються',
  'quit.turn': 'Агент працює',
  'quit.keep': 'Залишити в треї',
  'quit.minimise': 'Згорнути',
  'quit.stop': 'Зупинити завдання й вийти',
  'quit.stopping': 'Зупинка завдань',
  'quit.stopping.body': 'Vigil закриється, щойно підтвердиться їхнє завершення.',
  'quit.left_one': '{count} завдання, можливо, ще виконується',
  'quit.left_few': '{count} завдання, можливо, ще виконуються',
  'quit.left_many': '{count} завдань, можливо, ще виконуються',
  'quit.left_other': 'Можливо, ще виконується завдань: {count}',
  'quit.left.body':
    'Підтвердити їхнє завершення не вдалося. Якщо вийти зараз, вони можуть працювати далі без Vigil.',
  'quit.anyway': 'Усе одно вийти',
  'quit.unconfirmed': 'Завершення не підтверджено',

  'reload.title': 'Перезавантажити вікно?',
  'reload.body': 'Його сервери й команди зупиняться разом із ним. Чати й вивід збережуться.',

  'crash.line': 'Вікно несподівано завершилося, його завантажено знову.',
  'crash.ended_one':
    'Разом із ним завершилася {count} команда; агент дізнається про це з вашим наступним повідомленням.',
  'crash.ended_few':
    'Разом із ним завершилися {count} команди; агент дізнається про це з вашим наступним повідомленням.',
  'crash.ended_many':
    'Разом із ним завершилися {count} команд; агент дізнається про це з вашим наступним повідомленням.',
  'crash.ended_other':
    'Разом із ним завершилося команд: {count}; агент дізнається про це з вашим наступним повідомленням.',

  notifications: 'Сповіщення',
  'notifications.unread_one': 'Сповіщення, {count} нове',
  'notifications.unread_few': 'Сповіщення, {count} нові',
  'notifications.unread_many': 'Сповіщення, {count} нових',
  'notifications.unread_other': 'Сповіщення, нових: {count}',
  'show-sidebar.unread_one': 'Показати бічну панель, {count} нове сповіщення',
  'show-sidebar.unread_few': 'Показати бічну панель, {count} нові сповіщення',
  'show-sidebar.unread_many': 'Показати бічну панель, {count} нових сповіщень',
  'show-sidebar.unread_other': 'Показати бічну панель, нових сповіщень: {count}',
  'notifications.empty': 'Поки вас не було, нічого не сталося.',
  'notifications.clear': 'Очистити',
  'notifications.mute': 'Без сповіщень 1 годину',
  'notifications.unmute': 'Увімкнути сповіщення',
  'notifications.muted': 'Без сповіщень до {time}',
  'notifications.none': 'Це середовище не показує сповіщення, тому вони видні лише тут.',
  'notifications.settings': 'Налаштування сповіщень',

  'settings.needs-you': 'Потрібне схвалення або відповідь',
  'settings.needs-you.hint': 'Лише коли чат не на передньому плані',
  'settings.finished': 'Фонові команди завершено',
  'settings.finished.hint': 'Одне сповіщення на чат',
  'settings.failures': 'Помилки та зупинка серверів',
  'settings.sound': 'Звук',
  'settings.window': 'Вікно',
  'settings.keep': 'Залишати завдання в треї, коли вікно закривається',
  'settings.keep.hint': 'Тоді завдання належать Vigil, а не вікну. Вони завершаться після виходу.',
  'settings.keep.no-tray':
    'У цьому середовищі немає трея. Поки є завдання, вікно згортається, а не закривається.',

  'palette.quit': 'Вийти з Vigil',
  'palette.reload': 'Перезавантажити вікно',
  'palette.keep-on': 'Залишати завдання в треї: увімкнути',
  'palette.keep-off': 'Залишати завдання в треї: вимкнути',
}
