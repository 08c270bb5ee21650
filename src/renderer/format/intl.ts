// Making a formatter costs more than most rows of a list, so each is made once; a window knows few ways to write things.
const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

/** `Intl.NumberFormat`, made once for each language and options. */
export function numberFormat(language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return held(numbers, language, options, () => new Intl.NumberFormat(language, options))
}

/** `Intl.DateTimeFormat`, made once for each language and options; in the time zone that the system has now. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // A formatter keeps its zone while a computer travels.
  const place = `${language} ${new Date().getTimezoneOffset()}`
  return held(dates, place, options, () => new Intl.DateTimeFormat(language, options))
}

function held<T>(all: Map<string, T>, place: string, options: object, make: () => T): T {
  const key = `${place} ${JSON.stringify(options)}`
  const known = all.get(key)
  if (known) return known
  const made = make()
  all.set(key, made)
  return made
}
