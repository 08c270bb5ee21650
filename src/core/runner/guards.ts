/** Says whether a value from outside is a `T`. */
export type Guard<T> = (value: unknown) => value is T

/** What a guard lets through. */
export type Guarded<G> = G extends Guard<infer T> ? T : never

type Fields = Readonly<Record<string, Guard<unknown>>>

/** What an {@link object} of these fields is. */
export type ObjectOf<F extends Fields> = {
  [K in keyof F as undefined extends Guarded<F[K]> ? never : K]: Guarded<F[K]>
} & { [K in keyof F as undefined extends Guarded<F[K]> ? K : never]?: Exclude<Guarded<F[K]>, undefined> }

/** Every field must hold; fields that nobody knows are let through, as a newer sender may have some. */
export function object<F extends Fields>(fields: F): Guard<ObjectOf<F>> {
  const checks = Object.entries(fields)
  return (value): value is ObjectOf<F> => {
    if (typeof value !== 'object' || value === null) return false
    const record = value as Record<string, unknown>
    for (const [name, holds] of checks) if (!holds(record[name])) return false
    return true
  }
}

export function listOf<T>(holds: Guard<T>): Guard<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(holds)
}

export function mapOf<T>(holds: Guard<T>): Guard<Record<string, T>> {
  return (value): value is Record<string, T> =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(holds)
}

export function oneOf<const T extends readonly (string | number)[]>(...values: T): Guard<T[number]> {
  return (value): value is T[number] => values.some((one) => one === value)
}

export function orNull<T>(holds: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || holds(value)
}

/** Absent, or a `T`. */
export function optional<T>(holds: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || holds(value)
}

/** A string of at most so many UTF-16 units. */
export function textUpTo(units: number): Guard<string> {
  return (value): value is string => typeof value === 'string' && value.length <= units
}

export const isText: Guard<string> = (value): value is string => typeof value === 'string'
export const isFlag: Guard<boolean> = (value): value is boolean => typeof value === 'boolean'
export const isNumber: Guard<number> = (value): value is number => Number.isFinite(value)
/** A whole number from zero on. */
export const isCount: Guard<number> = (value): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0
