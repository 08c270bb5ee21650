import type { TFunction } from 'i18next'
import type { ToolItem } from '../../../../shared/chat'

/** A call as far as its title goes. */
type Call = Pick<ToolItem, 'tool' | 'title' | 'state'>

/** What neighbouring calls of one kind did, in a few words; a tool without words of its own goes by its name. */
export function toolTitle(calls: readonly [Call, ...Call[]], t: TFunction<'chat'>): string {
  const [first] = calls
  const isRunning = calls.some(({ state }) => state === 'running')
  const name = [...new Set(calls.map(({ title }) => title))].join(', ')
  switch (first.tool) {
    case 'read_file':
    case 'search':
    case 'list_files':
      return calls.length === 1 ? t(`look.one.${first.tool}`, { name }) : lookTitle(calls, t)
    case 'get_terminal_output':
      return t(isRunning ? 'tool.output.running' : 'tool.output', { name })
    case 'schedule':
      return name === '' ? t('tool.schedule.list') : t('tool.schedule', { name })
    case 'goal':
      return name === '' ? t('tool.goal.end') : t('tool.goal', { name })
    case 'save_plan':
      return t('tool.plan', { name })
    case 'kill_terminal':
      return t(isRunning ? 'tool.kill.running' : 'tool.kill', { name })
    default:
      return name === '' ? first.tool : t('tool.other', { tool: first.tool, name })
  }
}

/** What a group has looked at, in numbers. */
function lookTitle(calls: readonly Call[], t: TFunction<'chat'>): string {
  const titles = (tool: string) => calls.filter((call) => call.tool === tool).map(({ title }) => title)
  const [read, searched, listed] = [titles('read_file'), titles('search'), titles('list_files')]
  const words = [
    read.length > 0 ? t('look.read', { count: new Set(read).size }) : '',
    searched.length > 0 ? t('look.searched', { count: searched.length }) : '',
    listed.length > 0 ? t('look.listed', { count: new Set(listed).size }) : '',
  ]
  const title = words.filter((word) => word !== '').join(', ')
  return title.charAt(0).toLocaleUpperCase() + title.slice(1)
}
