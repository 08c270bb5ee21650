import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languageOf } from '../../shared/language'
import type { Settings } from '../../shared/settings'
import { agenda as enAgenda } from './locales/en/agenda'
import { chat as enChat } from './locales/en/chat'
import { common as enCommon } from './locales/en/common'
import { errors as enErrors } from './locales/en/errors'
import { host as enHost } from './locales/en/host'
import { mcp as enMcp } from './locales/en/mcp'
import { memory as enMemory } from './locales/en/memory'
import { permissions as enPermissions } from './locales/en/permissions'
import { shell as enShell } from './locales/en/shell'
import { agenda as ruAgenda } from './locales/ru/agenda'
import { chat as ruChat } from './locales/ru/chat'
import { common as ruCommon } from './locales/ru/common'
import { errors as ruErrors } from './locales/ru/errors'
import { host as ruHost } from './locales/ru/host'
import { mcp as ruMcp } from './locales/ru/mcp'
import { memory as ruMemory } from './locales/ru/memory'
import { permissions as ruPermissions } from './locales/ru/permissions'
import { shell as ruShell } from './locales/ru/shell'
import { agenda as ukAgenda } from './locales/uk/agenda'
import { chat as ukChat } from './locales/uk/chat'
import { common as ukCommon } from './locales/uk/common'
import { errors as ukErrors } from './locales/uk/errors'
import { host as ukHost } from './locales/uk/host'
import { mcp as ukMcp } from './locales/uk/mcp'
import { memory as ukMemory } from './locales/uk/memory'
import { permissions as ukPermissions } from './locales/uk/permissions'
import { shell as ukShell } from './locales/uk/shell'

const en = {
  common: enCommon,
  shell: enShell,
  chat: enChat,
  errors: enErrors,
  host: enHost,
  permissions: enPermissions,
  memory: enMemory,
  agenda: enAgenda,
  mcp: enMcp,
}
const ru = {
  common: ruCommon,
  shell: ruShell,
  chat: ruChat,
  errors: ruErrors,
  host: ruHost,
  permissions: ruPermissions,
  memory: ruMemory,
  agenda: ruAgenda,
  mcp: ruMcp,
}
const uk = {
  common: ukCommon,
  shell: ukShell,
  chat: ukChat,
  errors: ukErrors,
  host: ukHost,
  permissions: ukPermissions,
  memory: ukMemory,
  agenda: ukAgenda,
  mcp: ukMcp,
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof en
    keySeparator: false
    interpolationPrefix: '{'
    interpolationSuffix: '}'
    returnNull: false
  }
}

/** The language of the window: the chosen one, or the nearest to the system's that there are texts for. */
export function resolveLanguage(setting: Settings['language'], systemLanguage: string): Language {
  if (setting !== 'system') return setting
  return languageOf(systemLanguage)
}

/** All texts are part of the bundle, so the first render already has them. Plural forms come from Intl.PluralRules. */
export const i18n = i18next.createInstance()
void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en, ru, uk },
  ns: ['common', 'shell', 'chat', 'errors', 'host', 'permissions', 'memory', 'agenda'],
  defaultNS: 'common',
  // Keys are flat and contain dots; texts use {name} as in the label table.
  keySeparator: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  returnNull: false,
  initAsync: false,
  react: { useSuspense: false },
})
