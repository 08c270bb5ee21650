/** A failed step whose message already tells the person what to do; printed without a stack. */
export class SetupError extends Error {}

/**
 * Does one step of the set-up and prints one line about it: what it did and how long that took.
 * `work` returns the words for the line, or null when there was nothing to do and nothing to say.
 */
export async function step(title, work, print = printLine) {
  const started = performance.now()
  const took = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
  let said
  try {
    said = await work((doing) => print(`  … ${title}: ${doing}`))
  } catch (error) {
    print(`  ✗ ${title} (${took()})`)
    throw error
  }
  if (said !== null) print(`  ✓ ${title}: ${said} (${took()})`)
}

// To stderr: `npm run vigil` goes through the same steps and its standard output belongs to the command.
function printLine(text) {
  process.stderr.write(`${text}\n`)
}

/** Runs a script's main function; a SetupError is told in plain words, anything else is a bug with its stack. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    process.stderr.write(`\n${error instanceof SetupError ? error.message : (error?.stack ?? error)}\n`)
    process.exitCode = 1
  }
}
