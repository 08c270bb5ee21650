import { useEffect, useState } from 'react'
import type { ChatId } from '../../../../shared/ids'
import { request } from '../../../api'
import type { Completing } from './completion'

/** What the popup offers; `at` is the choice that Enter takes. */
export type Offer = { completing: Completing; choices: Choice[]; at: number }
export type Choice = { value: string; isCustom: boolean }

/** Most rows of the popup, enough for all commands of Vigil; the rest comes with more letters. */
const CHOICES_MAX = 12

/** Asks for what fits to what is being typed. A late answer to an earlier letter is dropped. */
export function useCompletion(chatId: ChatId, completing: Completing | null) {
  const [offer, setOffer] = useState<Offer | null>(null)
  const key = completing ? `${completing.kind}:${completing.start}:${completing.query}` : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of what is being typed
  useEffect(() => {
    if (!completing) {
      setOffer(null)
      return undefined
    }
    let isLate = false
    const show = (choices: Choice[]) => {
      if (!isLate)
        setOffer(choices.length === 0 ? null : { completing, choices: choices.slice(0, CHOICES_MAX), at: 0 })
    }
    // Without an answer there is nothing to offer, and typing goes on.
    choicesFor(chatId, completing).then(show, () => show([]))
    return () => {
      isLate = true
    }
  }, [chatId, key])
  const move = (by: number) =>
    setOffer((now) => now && { ...now, at: (now.at + by + now.choices.length) % now.choices.length })
  return { offer, move, close: () => setOffer(null) }
}

async function choicesFor(chatId: ChatId, { kind, query }: Completing): Promise<Choice[]> {
  if (kind === 'path') {
    const paths = await request('chat.findPaths', { chatId, query: query.slice(0, 1024) })
    return paths.map((value) => ({ value, isCustom: false }))
  }
  const wanted = query.toLowerCase()
  const commands = await request('chat.commands', { chatId })
  return commands
    .filter(({ name }) => name.toLowerCase().startsWith(wanted))
    .map(({ name, isCustom }) => ({ value: name, isCustom }))
}
