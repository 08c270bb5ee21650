import { Menu, type MenuItemConstructorOptions, nativeImage, nativeTheme, screen, Tray } from 'electron'
import type { Clock } from '../../core/clock'
import { type Disposable, DisposableStore, disposable } from '../../core/disposable'
import type { Millis } from '../../shared/ids'
import type { TrayAction, TrayItem, TrayModel } from './tray-model'
import { type TrayLook, trayPixels } from './tray-pixels'

/** Changes within this time become one new menu: a panel draws each of them. */
const TOGETHER_MS: Millis = 500
/** The elapsed times of a menu are whole minutes. */
const REFRESH_MS: Millis = 60_000
/** Edge of the sign in logical pixels. */
const EDGE = { linux: 22, darwin: 18, win32: 16 } as const

export type TrayOptions = {
  clock: Clock
  model(): TrayModel
  on(action: TrayAction): void
}

/** The tray icon with its menu, kept up to date until it is disposed of. */
export class AppTray implements Disposable {
  private readonly owned = new DisposableStore()
  private readonly tray: Tray
  private waiting: Disposable | null = null
  private shown = ''

  constructor(private readonly options: TrayOptions) {
    const model = options.model()
    this.tray = new Tray(sign(model.look))
    this.tray.on('click', () => options.on({ do: 'show' }))
    this.owned.add(disposable(() => this.tray.destroy()))
    const redraw = () => {
      this.shown = ''
      this.changed()
    }
    // Another panel colour needs another sign, another screen another size.
    nativeTheme.on('updated', redraw)
    this.owned.add(disposable(() => nativeTheme.off('updated', redraw)))
    screen.on('display-metrics-changed', redraw)
    this.owned.add(disposable(() => screen.off('display-metrics-changed', redraw)))
    this.show(model)
    this.keepFresh()
  }

  /** Something that the tray shows may be different now. */
  changed(): void {
    this.waiting ??= this.options.clock.setTimer(TOGETHER_MS, () => {
      this.waiting = null
      this.show(this.options.model())
    })
  }

  dispose(): void {
    this.waiting?.dispose()
    this.owned.dispose()
  }

  private keepFresh(): void {
    let timer: Disposable = { dispose: () => {} }
    const again = () => {
      timer = this.options.clock.setTimer(REFRESH_MS, () => {
        this.show(this.options.model())
        again()
      })
    }
    again()
    this.owned.add(disposable(() => timer.dispose()))
  }

  private show(model: TrayModel): void {
    const text = JSON.stringify(model)
    if (text === this.shown) return
    this.shown = text
    this.tray.setImage(sign(model.look))
    this.tray.setToolTip(model.tooltip)
    this.tray.setContextMenu(Menu.buildFromTemplate(model.items.map((item) => this.template(item))))
  }

  private template(item: TrayItem): MenuItemConstructorOptions {
    switch (item.kind) {
      case 'separator':
        return { type: 'separator' }
      case 'label':
        return { label: withoutMnemonics(item.text), enabled: false }
      case 'action':
        return {
          label: withoutMnemonics(item.text),
          enabled: item.isEnabled,
          click: () => this.options.on(item.action),
        }
    }
  }
}

/** Menus read `&x` as an underlined key. */
function withoutMnemonics(text: string): string {
  return text.replaceAll('&', '&&')
}

/** Drawn once for every scale of the screens there are. */
function sign(look: TrayLook): Electron.NativeImage {
  const isMac = process.platform === 'darwin'
  const edge = isMac ? EDGE.darwin : process.platform === 'win32' ? EDGE.win32 : EDGE.linux
  const panel = !isMac && hasDarkPanel(nativeTheme.shouldUseDarkColors) ? 'dark' : 'light'
  const image = nativeImage.createEmpty()
  for (const scaleFactor of new Set([
    1,
    2,
    ...screen.getAllDisplays().map((display) => display.scaleFactor),
  ])) {
    const size = Math.round(edge * scaleFactor)
    const buffer = trayPixels(look, panel, size)
    image.addRepresentation({
      scaleFactor,
      width: size,
      height: size,
      buffer: nativeImage.createFromBitmap(buffer, { width: size, height: size }).toPNG(),
    })
  }
  // The menu bar of macOS colours the shape itself.
  if (isMac) image.setTemplateImage(true)
  return image
}

/** GNOME's and Unity's bar is dark whatever the windows are; elsewhere it follows them. */
function hasDarkPanel(isDark: boolean): boolean {
  return isDark || /gnome|unity/i.test(process.env.XDG_CURRENT_DESKTOP ?? '')
}
