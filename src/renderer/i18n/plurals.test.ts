import { afterAll, describe, expect, it } from 'vitest'
import { i18n, resolveLanguage } from './i18n'

afterAll(() => i18n.changeLanguage('en'))

describe('plural forms', () => {
  const cases: [string, number, string][] = [
    ['en', 1, 'Connected, 1 model'],
    ['en', 5, 'Connected, 5 models'],
    ['ru', 1, 'Подключено, 1 модель'],
    ['ru', 3, 'Подключено, 3 модели'],
    ['ru', 5, 'Подключено, 5 моделей'],
    ['ru', 21, 'Подключено, 21 модель'],
    ['uk', 2, 'Підключено, 2 моделі'],
    ['uk', 11, 'Підключено, 11 моделей'],
  ]
  for (const [language, count, text] of cases) {
    it(`${language}: ${count}`, async () => {
      await i18n.changeLanguage(language)
      expect(i18n.t('shell:models.connected', { count })).toBe(text)
    })
  }
})

describe('texts', () => {
  it('have the same placeholders in every language', () => {
    const bundles = (language: string) =>
      Object.entries(i18n.store.data[language] ?? {}).flatMap(([ns, texts]) =>
        Object.entries(texts as Record<string, string>).map(
          ([key, value]) => [`${ns}:${key}`, value] as const,
        ),
      )
    const base = (key: string) => key.replace(/_(one|few|many|other)$/, '')
    const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join()
    const english = new Map(bundles('en').map(([key, text]) => [base(key), placeholders(text)]))
    for (const language of ['ru', 'uk']) {
      for (const [key, text] of bundles(language)) {
        expect(`${language} ${key} ${placeholders(text)}`).toBe(
          `${language} ${key} ${english.get(base(key))}`,
        )
      }
    }
  })
})

describe('the language of the window', () => {
  it('is the chosen one, else the nearest to the system', () => {
    expect(resolveLanguage('uk', 'en-US')).toBe('uk')
    expect(resolveLanguage('system', 'ru-RU')).toBe('ru')
    expect(resolveLanguage('system', 'uk')).toBe('uk')
    expect(resolveLanguage('system', 'de-DE')).toBe('en')
  })
})
