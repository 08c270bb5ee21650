import type { host as english } from '../en/host'
import type { SlavicTexts } from '../texts'

export const host: SlavicTexts<typeof english> = {
  'quit.title_one': 'Выйти? Ещё выполняется задач: {count}.',
  'quit.title_few': 'Выйти? Ещё выполняется задач: {count}.',
  'quit.title_many': 'Выйти? Ещё выполняется задач: {count}.',
  'quit.title_other': 'Выйти? Ещё выполняется задач: {count}.',
  'quit.body.tray': 'Серверы и команды остановятся при выходе. Или оставьте их в трее.',
  'quit.body': 'Серверы и команды остановятся при выходе.',
  'quit.jobs': 'Выполняющиеся задачи',
  'quit.turn': 'Агент работает',
  'quit.keep': 'Оставить в трее',
  'quit.minimise': 'Свернуть',
  'quit.stop': 'Остановить задачи и выйти',
  'quit.stopping': 'Остановка задач',
  'quit.stopping.body': 'Vigil закроется, как только подтвердится их завершение.',
  'quit.left_one': '{count} задача, возможно, ещё выполняется',
  'quit.left_few': '{count} задачи, возможно, ещё выполняются',
  'quit.left_many': '{count} задач, возможно, ещё выполняются',
  'quit.left_other': 'Возможно, ещё выполняется задач: {count}',
  'quit.left.body':
    'Подтвердить их завершение не удалось. Если выйти сейчас, они могут работать дальше без Vigil.',
  'quit.anyway': 'Всё равно выйти',
  'quit.unconfirmed': 'Завершение не подтверждено',

  'reload.title': 'Перезагрузить окно?',
  'reload.body': 'Его серверы и команды остановятся вместе с ним. Чаты и вывод сохранятся.',

  'crash.line': 'Окно неожиданно завершилось и загружено заново.',
  'crash.ended_one':
    'Вместе с ним завершилась {count} команда; агент узнает об этом с вашим следующим сообщением.',
  'crash.ended_few':
    'Вместе с ним завершились {count} команды; агент узнает об этом с вашим следующим сообщением.',
  'crash.ended_many':
    'Вместе с ним завершились {count} команд; агент узнает об этом с вашим следующим сообщением.',
  'crash.ended_other':
    'Вместе с ним завершилось команд: {count}; агент узнает об этом с вашим следующим сообщением.',

  notifications: 'Уведомления',
  'notifications.unread_one': 'Уведомления, {count} новое',
  'notifications.unread_few': 'Уведомления, {count} новых',
  'notifications.unread_many': 'Уведомления, {count} новых',
  'notifications.unread_other': 'Уведомления, новых: {count}',
  'show-sidebar.unread_one': 'Показать боковую панель, {count} новое уведомление',
  'show-sidebar.unread_few': 'Показать боковую панель, {count} новых уведомления',
  'show-sidebar.unread_many': 'Показать боковую панель, {count} новых уведомлений',
  'show-sidebar.unread_other': 'Показать боковую панель, новых уведомлений: {count}',
  'notifications.empty': 'Пока вас не было, ничего не произошло.',
  'notifications.clear': 'Очистить',
  'notifications.mute': 'Без уведомлений 1 час',
  'notifications.unmute': 'Включить уведомления',
  'notifications.muted': 'Без уведомлений до {time}',
  'notifications.none': 'Эта среда не показывает уведомления, поэтому они видны только здесь.',
  'notifications.settings': 'Настройки уведомлений',

  'settings.needs-you': 'Нужно одобрение или ответ',
  'settings.needs-you.hint': 'Только когда чат не на переднем плане',
  'settings.finished': 'Фоновые команды завершены',
  'settings.finished.hint': 'Одно уведомление на чат',
  'settings.failures': 'Ошибки и остановка серверов',
  'settings.sound': 'Звук',
  'settings.window': 'Окно',
  'settings.keep': 'Оставлять задачи в трее, когда окно закрывается',
  'settings.keep.hint': 'Тогда задачи принадлежат Vigil, а не окну. Они завершатся при выходе.',
  'settings.keep.no-tray': 'В этой среде нет трея. Пока есть задачи, окно сворачивается, а не закрывается.',

  'palette.quit': 'Выйти из Vigil',
  'palette.reload': 'Перезагрузить окно',
  'palette.keep-on': 'Оставлять задачи в трее: включить',
  'palette.keep-off': 'Оставлять задачи в трее: выключить',
}
