/** Something that must be released by its owner. Disposing twice is harmless. */
export type Disposable = { dispose(): void }

/** Wraps a release function; it runs at most once. */
export function disposable(release: () => void): Disposable {
  let done = false
  return {
    dispose() {
      if (done) return
      done = true
      release()
    },
  }
}

/** Owns disposables and releases them in reverse order of adding. Adding to a disposed store releases at once. */
export class DisposableStore implements Disposable {
  private readonly items: Disposable[] = []
  private disposed = false

  add<T extends Disposable>(item: T): T {
    if (this.disposed) item.dispose()
    else this.items.push(item)
    return item
  }

  dispose(): void {
    this.disposed = true
    for (let item = this.items.pop(); item; item = this.items.pop()) item.dispose()
  }
}
