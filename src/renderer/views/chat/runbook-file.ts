import { request } from '../../api'
import { attempt } from '../../state/attempt'

/** Lets the person choose a Markdown file and gives its text; null when nothing was chosen. */
export async function chooseRunbookFile(): Promise<{ name: string; text: string } | null> {
  return (await attempt('open-file', () => request('runbook.choose', {}))) ?? null
}
