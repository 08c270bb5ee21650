import type { ChatSummary } from '../../shared/chat'
import type { CommandCard } from '../../shared/command'
import { commandStatus, isAlive } from '../../shared/command'
import type { EngineEvent } from '../../shared/ipc'
import { shortName } from '../../shared/short-name'
import { modelFailureText } from '../i18n/failure-text'
import { i18n } from '../i18n/i18n'
import { announceAssertive, announcePolite } from './announcer'
import type { AppData } from './data'
import { needsYou } from './needs-you'

/** Says what a person who cannot see the window must hear of a change; never elapsed time or output (ui.md 6). */
export function announceChange(before: AppData, after: AppData, event: EngineEvent): void {
  if (event.name === 'command.changed') {
    const { id } = event.payload.card
    announceCommand(before.commands.byId[id], event.payload.card)
  }
  if (event.name === 'transcript.item') {
    const { chatId, item } = event.payload
    const was = before.transcripts.byChat[chatId]?.items.get(item.id)
    if (item.kind === 'tool' && needsYou(item) && !(was?.kind === 'tool' && needsYou(was)))
      announceAssertive(
        item.card?.kind === 'question'
          ? i18n.t('announce.question', { question: item.title })
          : i18n.t('announce.needs-approval', { name: item.title }),
      )
  }
  if (event.name === 'subagent.changed') {
    const { card } = event.payload
    const asked = new Set(before.subagents.byId[card.id]?.calls.filter(needsYou).map(({ id }) => id))
    for (const call of card.calls)
      if (needsYou(call) && !asked.has(call.id))
        announceAssertive(i18n.t('announce.needs-approval', { name: call.title }))
  }
  if (event.name === 'chat.changed') {
    const { id } = event.payload.chat
    const was = before.chats.byId[id]
    const is = after.chats.byId[id]
    if (was && is) announceTurn(was, is)
  }
}

function announceCommand(was: CommandCard | undefined, is: CommandCard): void {
  const name = shortName(is.command)
  if (is.state.kind === 'pending' && was?.state.kind !== 'pending') {
    announceAssertive(i18n.t('announce.needs-approval', { name }))
    return
  }
  if (!was || was.state.kind === is.state.kind) return
  if (is.state.kind === 'background') {
    announcePolite({
      kind: 'moved',
      text: i18n.t('announce.moved-to-background', { name }),
      merged: (count) => i18n.t('announce.moved-to-background.many', { count }),
    })
  }
  if (isAlive(was.state) && !isAlive(is.state)) {
    const state = i18n.t(`state.${commandStatus(is.state)}`)
    announcePolite({
      kind: 'ended',
      text: i18n.t('announce.command-finished', { name, state }),
      merged: (count) => i18n.t('announce.commands-finished', { count }),
    })
  }
}

function announceTurn(was: ChatSummary, is: ChatSummary): void {
  if (was.turn.kind !== 'running' || is.turn.kind === 'running') return
  if (is.turn.kind === 'failed') {
    const { what, fix } = modelFailureText(is.turn.failure)
    announceAssertive(`${what} ${fix}`)
    return
  }
  const chat = is.title === '' ? i18n.t('shell:untitled') : is.title
  announcePolite({
    kind: 'turn',
    text: i18n.t('announce.turn-finished', { chat }),
    merged: (count) => i18n.t('announce.turns-finished', { count }),
  })
}
