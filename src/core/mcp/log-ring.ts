/** How much of what a server says about itself is kept, in UTF-16 units: enough for a stack trace. */
const LOG_MAX_CHARS = 16 * 1024

/** The end of what a server printed to stderr. */
export class LogRing {
  private kept = ''

  push(text: string): void {
    this.kept = (this.kept + text).slice(-LOG_MAX_CHARS)
  }

  text(): string {
    return this.kept
  }

  /** Its last lines that say something, for a message. */
  lastLine(): string {
    return this.kept.trimEnd().split('\n').at(-1)?.trim() ?? ''
  }
}
