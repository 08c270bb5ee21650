import type { Clock } from '../../core/clock'
import { type Disposable, disposable } from '../../core/disposable'
import type { Ids } from '../../core/ports'
import type { SettingsFile } from '../../core/settings/settings-file'
import type { ChatId, Millis } from '../../shared/ids'
import type { EngineEvent, Shown } from '../../shared/ipc'
import type { Language } from '../../shared/language'
import { mostUrgent } from '../../shared/notification-text'
import type { RunningNow } from '../running-now'
import { sessionBusSocket } from './bus-address'
import { createBusNotifier } from './bus-notifier'
import { createDesktopBus } from './desktop-bus'
import { createElectronNotifier } from './electron-notifier'
import { NotificationCentre } from './notification-centre'
import { AppTray } from './tray'
import { followTrayHost } from './tray-host'
import { type TrayAction, type TrayModel, trayModel } from './tray-model'

/** A panel that is started again needs a moment; a window that waits in its tray longer than this is brought back. */
const TRAY_GONE_MS: Millis = 10_000

export type DesktopDeps = {
  clock: Clock
  ids: Ids
  running: RunningNow
  settings: SettingsFile
  language(): Language
  isInFront(chatId: ChatId): boolean
  /** Brings the window to the front, with this in view when given. */
  show(what: Shown | null): void
  /** The tray went away; a window that is hidden in it must be reachable again (B-233). */
  trayIsGone(): void
  stopAll(): void
  quit(): void
  changed(): void
}

/** What of the app is outside of its window: the tray and the notifications. */
export class Desktop implements Disposable {
  readonly notifications: NotificationCentre
  private tray: AppTray | null = null
  private missing: Disposable = disposable(() => {})

  constructor(private readonly deps: DesktopDeps) {
    const isLinux = process.platform === 'linux'
    const bus = createDesktopBus(isLinux ? sessionBusSocket(process.env) : null, deps.clock)
    this.notifications = new NotificationCentre({
      ...deps,
      settings: () => deps.settings.get(),
      asks: (chatId) => (deps.running.chat(chatId)?.needsApproval ?? 0) > 0,
      notifier: isLinux ? createBusNotifier(bus) : createElectronNotifier(),
      open({ chatId, items }) {
        const urgent = mostUrgent(items)
        deps.show({
          kind: 'chat',
          chatId,
          commandId: urgent && 'job' in urgent ? urgent.job.commandId : null,
        })
      },
      changed: () => this.changed(),
    })
    deps.running.onChange(() => {
      this.notifications.dropAnswered()
      this.tray?.changed()
    })
    deps.settings.onChange(() => this.tray?.changed())
    if (isLinux) void followTrayHost(bus, (hasTray) => this.setTray(hasTray))
    else this.setTray(true)
  }

  get hasTray(): boolean {
    return this.tray !== null
  }

  /** What the tray shows now, whether there is one or not. */
  trayModel(): TrayModel {
    const { running, clock, language } = this.deps
    const facts = { commands: running.commands(), chats: running.chats(), now: clock.now() }
    return trayModel({ ...facts, isMuted: this.notifications.mutedUntil !== null }, language())
  }

  take(event: EngineEvent): void {
    if (event.name === 'attention.notify') this.notifications.take(event.payload.notification)
    if (event.name === 'chat.removed') this.notifications.forgetChat(event.payload.chatId)
  }

  dispose(): void {
    this.missing.dispose()
    this.notifications.dispose()
    this.tray?.dispose()
    this.tray = null
  }

  private setTray(hasTray: boolean): void {
    const { clock } = this.deps
    this.missing.dispose()
    if (hasTray)
      this.tray ??= new AppTray({ clock, model: () => this.trayModel(), on: (action) => this.act(action) })
    else {
      this.tray?.dispose()
      this.tray = null
      this.missing = clock.setTimer(TRAY_GONE_MS, () => this.deps.trayIsGone())
    }
    this.deps.changed()
  }

  private changed(): void {
    this.tray?.changed()
    this.deps.changed()
  }

  private act(action: TrayAction): void {
    const { show, quit, stopAll } = this.deps
    switch (action.do) {
      case 'open':
        show({ kind: 'chat', chatId: action.chatId, commandId: action.commandId })
        break
      case 'jobs':
        show({ kind: 'jobs' })
        break
      case 'new-chat':
        show({ kind: 'new-chat' })
        break
      case 'mute':
        this.notifications.mute(action.isMuted)
        break
      case 'stop-all':
        stopAll()
        break
      case 'show':
        show(null)
        break
      case 'quit':
        quit()
        break
    }
  }
}
