/** Languages that Vigil speaks. */
export type Language = 'en' | 'ru' | 'uk'

/** The language for a BCP 47 tag; English for those that Vigil does not speak. */
export function languageOf(tag: string): Language {
  const base = tag.toLowerCase().split(/[-_]/)[0]
  return base === 'ru' || base === 'uk' ? base : 'en'
}

/** Puts a number in front of the form that the language has for it; English needs the first and the last only. */
export function counted(
  language: Language,
): (count: number, one: string, few: string, many: string) => string {
  const rules = new Intl.PluralRules(language)
  return (count, one, few, many) => {
    const form = rules.select(count)
    return `${count} ${form === 'one' ? one : form === 'few' ? few : many}`
  }
}
