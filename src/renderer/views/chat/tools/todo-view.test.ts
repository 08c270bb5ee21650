import { describe, expect, it } from 'vitest'
import type { TranscriptItem } from '../../../../shared/chat'
import { entryIdSchema } from '../../../../shared/ids'
import { type TodoItem, todoProgress } from '../../../../shared/todo'
import { createTodoFinder } from './todo-view'

const step = (status: TodoItem['status'], text = status): TodoItem => ({ status, text })
const item = (id: string, more: object): TranscriptItem =>
  ({ id: entryIdSchema.parse(id), seq: 0, at: 0, ...more }) as TranscriptItem
const list = (id: string, ...items: TodoItem[]) =>
  item(id, {
    kind: 'tool',
    tool: 'todo',
    title: '',
    state: 'done',
    detail: '',
    card: { kind: 'todo', items },
  })

const newestTodo = (items: readonly TranscriptItem[]) => createTodoFinder()(items)

describe('the list that holds', () => {
  it('is the newest one, whatever came after it', () => {
    const items = [
      list('a', step('pending')),
      list('b', step('done')),
      item('c', { kind: 'user', text: 'go on' }),
    ]
    expect(newestTodo(items)).toEqual({ id: 'b', items: [step('done')] })
  })
  it('is none where the newest is empty, or there never was one', () => {
    expect(newestTodo([list('a', step('pending')), list('b')])).toBeNull()
    expect(newestTodo([])).toBeNull()
  })
  it('is found again as items come, change and go', () => {
    const find = createTodoFinder()
    const said = item('s', { kind: 'user', text: 'go on' })
    const [first, second] = [list('a', step('pending')), list('b', step('done'))]
    const ids = [
      [said],
      [said, first],
      [said, first, said],
      [said, first, second, said],
      [said, first],
      [],
    ].map((items) => find(items)?.id ?? null)
    expect(ids).toEqual([null, 'a', 'a', 'b', 'a', null])
    find([first, said])
    expect(find([list('a', step('done')), said])?.items).toEqual([step('done')])
  })
  it('is at what is worked on, else at what comes next, until all is done', () => {
    expect(todoProgress([step('done'), step('pending'), step('in_progress')])).toEqual({
      done: 1,
      total: 3,
      current: step('in_progress'),
    })
    expect(todoProgress([step('done'), step('pending')]).current).toEqual(step('pending'))
    expect(todoProgress([step('done')]).current).toBeNull()
  })
})
