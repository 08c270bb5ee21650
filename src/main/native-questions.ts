import { dialog } from 'electron'
import type { QuitJob } from '../shared/host'
import type { Words } from './menu-words'
import type { QuitAnswer } from './quitting'

/** Most jobs that a box of the system can list and still be read. */
const LISTED_MAX = 10

/** Asks about jobs that run, where no page can: it crashed or does not respond. */
export async function askAboutQuitting(
  words: Words,
  jobs: readonly QuitJob[],
  name: (job: QuitJob) => string,
): Promise<QuitAnswer> {
  const isLeft = jobs.some(({ state }) => state === 'unconfirmed')
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: words.quitWhile(jobs.length),
    detail: [words.quitStops, ...jobs.slice(0, LISTED_MAX).map((job) => `• ${name(job)}`)].join('\n'),
    buttons: [isLeft ? words.quitAnyway : words.stopAndQuit, words.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  return response === 0 ? 'stop' : 'cancel'
}

/** Asks what to do about a page that ended again right after it was loaded (S-350). */
export async function askAboutCrash(words: Words): Promise<'reload' | 'quit'> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: words.crashed,
    detail: words.crashedAgain,
    buttons: [words.reload, words.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 0 ? 'reload' : 'quit'
}
