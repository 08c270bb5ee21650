import type { Settings } from '../../shared/settings'
import { i18n, resolveLanguage } from '../i18n/i18n'

/**
 * Puts what the person chose about looks and language on the root element, where the style sheets read it.
 * Without `data-theme` the system decides, also before this first runs.
 */
export function applyAppearance(
  settings: Settings,
  systemLanguage: string,
  systemReducesMotion: boolean,
): void {
  const root = document.documentElement
  if (settings.theme === 'system') delete root.dataset.theme
  else root.dataset.theme = settings.theme
  root.toggleAttribute('data-reduce-motion', settings.reduceMotion || systemReducesMotion)
  root.dataset.density = settings.density
  root.style.setProperty('--fs-code', `${settings.codeFontSize}px`)
  root.style.setProperty('--lh-code', `${Math.round(settings.codeFontSize * 1.5)}px`)
  const language = resolveLanguage(settings.language, systemLanguage)
  root.lang = language
  if (i18n.language !== language) void i18n.changeLanguage(language)
}
