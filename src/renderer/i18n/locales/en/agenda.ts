/** What the agent does by itself later: planned wake-ups and goals. */
export const agenda = {
  schedules: 'Planned wake-ups of this chat',
  'schedules.count_one': '{count} planned wake-up',
  'schedules.count_other': '{count} planned wake-ups',
  next: 'Next: {time}',
  due: 'Due; comes with your next message',
  cancel: 'Cancel: {text}',
  woken: 'Woken as planned: {text}',
}
