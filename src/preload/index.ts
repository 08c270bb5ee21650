import { contextBridge, ipcRenderer } from 'electron'
import { eventNames, hostEventNames, requests, type WindowApi } from '../shared/ipc'
import { EVENT_CHANNEL, REQUEST_CHANNEL } from '../shared/ipc-channels'

type Listener = (payload: unknown) => void

const listeners = new Map<string, Set<Listener>>()

// One subscription for all: Electron warns of a leak at eleven on one channel.
ipcRenderer.on(EVENT_CHANNEL, (_, name: string, payload) => {
  for (const listener of [...(listeners.get(name) ?? [])]) listener(payload)
})

/** The whole bridge: names that are not in the contract do not reach the main process, nor does anything else. */
const api: WindowApi = {
  request(name, input) {
    if (!Object.hasOwn(requests, name)) {
      return Promise.resolve({
        ok: false,
        error: { code: 'bad-input', message: `Unknown request: ${String(name)}` },
      })
    }
    return ipcRenderer.invoke(REQUEST_CHANNEL, name, input)
  },
  on(name, listener) {
    if (!Object.hasOwn(eventNames, name) && !Object.hasOwn(hostEventNames, name))
      throw new Error(`Unknown event: ${String(name)}`)
    const ofName = listeners.get(name) ?? new Set()
    listeners.set(name, ofName)
    // A wrapper of its own, so that one function may listen twice and end each on its own.
    const own: Listener = (payload) => listener(payload as never)
    ofName.add(own)
    return () => {
      ofName.delete(own)
    }
  },
}

contextBridge.exposeInMainWorld('api', api)
