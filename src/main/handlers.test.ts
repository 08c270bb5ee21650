import { describe, expect, it, vi } from 'vitest'
import type { Engine } from '../core/engine-api'
import type { Workspace } from '../shared/chat'
import { requests } from '../shared/ipc'
import { createHandlers, type DesktopHandlers, type Screen } from './handlers'

const workspace = { path: '/w' } as Workspace
const commandId = 'c1' as never
const desktop: DesktopHandlers = {
  'host.state': () => ({
    hasTray: false,
    notifications: [],
    mutedUntil: null,
    desktopShows: null,
    quit: null,
    crash: null,
  }),
  'window.showing': () => {},
  'window.reload': () => {},
  'window.dismissCrash': () => {},
  'app.quit': () => {},
  'quit.answer': () => {},
  'notifications.read': () => {},
  'notifications.clear': () => {},
  'notifications.mute': () => {},
}

/** An engine whose every handler returns its own name, and a screen that remembers what was copied. */
function host(own: Partial<Engine> = {}, screen: Partial<Screen<string>> = {}) {
  const copied: string[] = []
  const asked: unknown[] = []
  const handlers = new Proxy({} as Engine['handlers'], {
    get: (_, name) => async (input: unknown) => {
      asked.push([name, input])
      return name
    },
  })
  const engine = { handlers, openWorkspace: () => workspace, ...own } as Engine
  const all: Screen<string> = {
    chooseFolder: async () => '/w',
    chooseRunbook: async () => null,
    chooseSaveFile: async () => null,
    openLink: async () => {},
    copy: (text) => void copied.push(text),
    openFile: async () => {},
    showInFolder: () => {},
    ...screen,
  }
  return { table: createHandlers(async () => engine, all, desktop), copied, asked }
}

describe('the handlers', () => {
  it('answer every request of the contract', () => {
    expect(Object.keys(host().table).sort()).toEqual(Object.keys(requests).sort())
  })

  it('hand the input to the engine as it is', async () => {
    const { table, asked } = host()
    const input = { chatId: 'c' as never }
    expect(await table['chat.stop'](input, 'window')).toBe('chat.stop')
    expect(asked).toEqual([['chat.stop', input]])
  })

  it('wait for an engine that is still starting', async () => {
    let ready: (engine: Engine) => void = () => {}
    const starting = new Promise<Engine>((resolve) => {
      ready = resolve
    })
    const { table } = { table: createHandlers(() => starting, {} as Screen<string>, desktop) }
    const answer = table['profiles.list']({}, 'window')
    const list = vi.fn(async () => 'profiles')
    ready({ handlers: { 'profiles.list': list } as unknown as Engine['handlers'] } as Engine)
    expect(await answer).toBe('profiles')
  })

  it('open the folder that was chosen, and none after Cancel', async () => {
    expect(await host().table['workspace.choose']({}, 'window')).toBe(workspace)
    const cancelled = host({}, { chooseFolder: async () => null })
    expect(await cancelled.table['workspace.choose']({}, 'window')).toBeNull()
  })

  it('copy an output and say how much of it', async () => {
    const { table, copied } = host({ outputText: async () => ({ text: 'zwölf', whole: false }) })
    expect(await table['output.copy']({ commandId }, 'window')).toEqual({ bytes: 6, whole: false })
    expect(copied).toEqual(['zwölf'])
  })

  it('open and show only the file that the engine has for a command (S-135)', async () => {
    const opened: string[] = []
    const { table } = host(
      { outputFile: async (id) => `/outputs/${id}.log` },
      {
        openFile: async (path) => void opened.push(`open ${path}`),
        showInFolder: (path) => void opened.push(`show ${path}`),
      },
    )
    await table['output.openInEditor']({ commandId }, 'window')
    await table['output.reveal']({ commandId }, 'window')
    expect(opened).toEqual(['open /outputs/c1.log', 'show /outputs/c1.log'])
  })

  it('leave the clipboard alone when there is nothing to copy', async () => {
    const { table, copied } = host({ outputText: async () => ({ text: '', whole: true }) })
    await expect(table['output.copy']({ commandId }, 'window')).rejects.toMatchObject({
      code: 'output-unavailable',
    })
    expect(copied).toEqual([])
  })
})
