/** A promise and what settles it. Settling twice is harmless. */
export type Deferred<T> = { promise: Promise<T>; resolve(value: T): void; reject(error: unknown): void }

/** Creates a {@link Deferred}; a rejection that nobody waits for is no bug. */
export function createDeferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  promise.catch(() => {})
  return { promise, resolve, reject }
}
