import { create } from 'zustand'
import { isAlive } from '../../shared/command'
import type { HostState } from '../../shared/host'
import type { ChatId } from '../../shared/ids'
import type { RequestInput, Shown } from '../../shared/ipc'
import { onHostEvent, request } from '../api'
import { attempt } from './attempt'
import { readAppData } from './stores'
import { useUi } from './ui'

/** What the host around this window told last, null until it answered; and whether a reload is to be confirmed. */
export const useHost = create<{ state: HostState | null; isReloading: boolean }>(() => ({
  state: null,
  isReloading: false,
}))

/**
 * Connects the window to its host: its notifications, its tray, and the question before it quits. `show` brings what a
 * person clicked outside of the window into view.
 */
export function startHost(show: (what: Shown) => void): () => void {
  const stop = onHostEvent((event) => {
    if (event.name === 'host.changed') useHost.setState({ state: event.payload.host })
    else show(event.payload.show)
  })
  request('host.state', {}).then(
    // Events that overtook the answer are newer than it.
    (state) => useHost.setState((now) => (now.state === null ? { state } : now)),
    () => {
      // A host without these parts: the window shows none of them.
    },
  )
  reportShowing()
  const stopReporting = useUi.subscribe(reportShowing)
  return () => {
    stop()
    stopReporting()
  }
}

let reported: ChatId | null | undefined

/** Tells the host which chat is in view, so that nobody is notified of what they see. */
function reportShowing(): void {
  const { view, chatId } = useUi.getState()
  const shown = view.kind === 'chat' ? chatId : null
  if (shown === reported) return
  reported = shown
  void attempt('settings', () => request('window.showing', { chatId: shown }))
}

export async function answerQuit(answer: RequestInput<'quit.answer'>['answer']): Promise<void> {
  await attempt('quit', () => request('quit.answer', { answer }))
}
export async function quitApp(): Promise<void> {
  await attempt('quit', () => request('app.quit', {}))
}
/** Loads the window again; asks first when that would end something (S-339). */
export async function requestReload(): Promise<void> {
  const data = readAppData()
  const ends = Object.values(data?.commands.byId ?? {}).some((card) => isAlive(card.state))
  if (ends && !data?.settings.settings.keepInTray) useHost.setState({ isReloading: true })
  else await reloadWindow()
}
export function cancelReload(): void {
  useHost.setState({ isReloading: false })
}
export async function reloadWindow(): Promise<void> {
  await attempt('quit', () => request('window.reload', {}))
}
export async function dismissCrash(): Promise<void> {
  await attempt('settings', () => request('window.dismissCrash', {}))
}
export async function readNotifications(): Promise<void> {
  await attempt('settings', () => request('notifications.read', {}))
}
export async function clearNotifications(): Promise<void> {
  await attempt('settings', () => request('notifications.clear', {}))
}
export async function muteNotifications(isMuted: boolean): Promise<void> {
  await attempt('settings', () => request('notifications.mute', { isMuted }))
}
