import { afterAll, expect, it } from 'vitest'
import { i18n } from '../../../i18n/i18n'
import { toolTitle } from './tool-title'

const t = i18n.getFixedT('en', 'chat')
const call = (tool: string, title: string, state: 'running' | 'done' | 'failed' = 'done') => ({
  tool,
  title,
  state,
})

afterAll(() => i18n.changeLanguage('en'))

it('says in words what one call did', () => {
  const titles = [
    call('read_file', 'src/a.ts'),
    call('search', 'total'),
    call('goal', 'every test passes'),
    call('goal', ''),
    call('schedule', ''),
    call('save_plan', 'Prices'),
    call('kill_terminal', 'npm run dev', 'running'),
    call('kill_terminal', 'npm run dev'),
    call('something_new', 'x'),
  ].map((one) => toolTitle([one], t))
  expect(titles).toEqual([
    'Read src/a.ts',
    'Searched total',
    'Goal: every test passes',
    'Goal',
    'Planned wake-ups',
    'Saved the plan Prices',
    'Stopping npm run dev',
    'Stopped npm run dev',
    'something_new: x',
  ])
})

it('counts what a group looked at, a file that was read twice once', () => {
  const calls = [
    call('search', 'total'),
    call('read_file', 'a'),
    call('read_file', 'b'),
    call('read_file', 'a'),
  ]
  const [first, ...rest] = calls
  if (!first) throw new Error('no call')
  expect(toolTitle([first, ...rest], t)).toBe('Read 2 files, searched 1')
  expect(toolTitle([first, ...rest], i18n.getFixedT('ru', 'chat'))).toBe('Прочитано файлов: 2, поисков: 1')
})
