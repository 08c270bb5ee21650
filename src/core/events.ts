import { type Disposable, disposable } from './disposable'

/** A thing one can listen to. Listening returns its own end. */
export type Event<T> = (listener: (value: T) => void) => Disposable

/**
 * The private side of an {@link Event}: only its owner can fire. A listener that throws does not keep others from
 * hearing the event; the first error is thrown after all have heard it.
 */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<(value: T) => void>()

  readonly event: Event<T> = (listener) => {
    // A wrapper of its own per subscription, so that one function may listen twice.
    const own = (value: T) => listener(value)
    this.listeners.add(own)
    return disposable(() => this.listeners.delete(own))
  }

  fire(value: T): void {
    let failed: { error: unknown } | null = null
    for (const listener of [...this.listeners]) {
      try {
        listener(value)
      } catch (error) {
        failed ??= { error }
      }
    }
    if (failed) throw failed.error
  }

  get listenerCount(): number {
    return this.listeners.size
  }

  dispose(): void {
    this.listeners.clear()
  }
}
