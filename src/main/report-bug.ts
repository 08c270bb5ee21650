/** Tells a developer of a bug that was caught at a boundary. Never a key, never output: errors do not carry them. */
export function reportBug(error: unknown): void {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error)
}
