import type { Millis } from '../../shared/ids'
import type { AttentionEffect, AttentionEvent } from './attention-event'
import {
  type Attention,
  BURST_GAP_MS,
  type Job,
  type JobId,
  type JobOutput,
  type Untold,
} from './attention-state'
import type { Step } from './step'
import { isCountable } from './waiting-line'
import { endWaits, hasNews } from './waits'

/** A process or a subagent exists. */
export function jobStarted(state: Attention, id: JobId, kind: Job['kind'], at: Millis): Attention {
  const backgroundSince = kind === 'subagent' ? at : null
  const job: Job = { id, kind, backgroundSince, isServer: false, output: null, isLongTold: false }
  return withJob(state, job)
}

/** The waiting of its call is over: from now on the chat waits for it, or not, if it is a server. */
export function jobMoved(state: Attention, id: JobId, at: Millis): Attention {
  const job = state.jobs.get(id)
  return job && job.backgroundSince === null ? withJob(state, { ...job, backgroundSince: at }) : state
}

/** Output changed: the server rule starts anew, and calls that wait for news have some (S-189, S-196, S-274). */
export function outputChanged(state: Attention, event: Extract<AttentionEvent, { type: 'output' }>): Step {
  const job = state.jobs.get(event.job)
  if (!job) return { state, effects: [] }
  const changed = withJob(state, { ...job, output: nextOutput(job.output, event.bytes, event.at) })
  const news = endWaits(
    changed,
    (wait) => wait.kind === 'news' && wait.job === job.id && hasNews(changed, wait, event.hasOpenLine),
    { kind: 'news' },
  )
  const searches = [...news.state.waits.values()]
    .filter((wait) => wait.job === job.id && wait.isSearching)
    .map((wait): AttentionEffect => ({ type: 'search', wait: wait.id }))
  return { state: news.state, effects: [...news.effects, ...searches] }
}

function nextOutput(before: JobOutput | null, bytes: number, at: Millis): JobOutput {
  const isNewBurst = before !== null && at - before.changedAt > BURST_GAP_MS
  const burstFrom = before === null ? 0 : isNewBurst ? before.bytes : before.burstFrom
  return { bytes, changedAt: at, burstFrom, isLookedAt: false }
}

/** The output stayed as it is for two seconds: now its last part may show a server (S-176, S-189). */
export function outputIsQuiet(state: Attention, id: JobId): Step {
  const job = state.jobs.get(id)
  if (!job?.output) return { state, effects: [] }
  const { burstFrom, changedAt } = job.output
  return {
    state: withJob(state, { ...job, output: { ...job.output, isLookedAt: true } }),
    effects: [{ type: 'look', job: id, from: burstFrom, changedAt }],
  }
}

/** The quiet output shows a server, if it is still the same output (S-189…S-193, S-196). */
export function serverSeen(state: Attention, id: JobId, changedAt: Millis): Step {
  const job = state.jobs.get(id)
  if (!job || job.isServer || job.output?.changedAt !== changedAt) return { state, effects: [] }
  const known = withJob(state, { ...job, isServer: true })
  const ended = endWaits(known, (wait) => wait.job === id && wait.kind === 'call' && wait.mayEndEarly, {
    kind: 'server',
  })
  return { state: ended.state, effects: [{ type: 'server', job: id }, ...ended.effects] }
}

/** A job is over (S-193, S-202, S-224, S-254, S-334). */
export function jobEnded(state: Attention, event: Extract<AttentionEvent, { type: 'job-ended' }>): Step {
  const { job: id, notice, order, at } = event
  const job = state.jobs.get(id)
  const jobs = new Map(state.jobs)
  jobs.delete(id)
  const isNew = !state.untold.some((untold) => untold.job === id)
  const untold =
    notice !== null && isNew ? inOrder(state.untold, { job: id, kind: notice, order }) : state.untold
  const over: Attention = { ...state, jobs, untold, lastArrivalAt: at }
  const own = endWaits(over, (wait) => wait.job === id, { kind: 'ended' })
  const others =
    notice === null
      ? { state: own.state, effects: [] }
      : endWaits(own.state, (wait) => wait.kind === 'wait-only', { kind: 'others-ended', jobs: [id] })
  const wasLast = job !== undefined && isCountable(job) && ![...jobs.values()].some(isCountable)
  // Stopped one by one: the person knows, and nothing finished (S-334).
  const owesFinished = others.state.owesFinished && !(notice === 'terminal-event' && wasLast)
  const finished: AttentionEffect[] =
    job && job.backgroundSince !== null && notice === 'completion'
      ? [{ type: 'notify', notification: { kind: 'job-finished', job: id, isServer: job.isServer } }]
      : []
  return {
    state: { ...others.state, owesFinished },
    effects: [...own.effects, ...others.effects, ...finished],
  }
}

function inOrder(untold: readonly Untold[], one: Untold): Untold[] {
  return [...untold, one].sort((a, b) => a.order - b.order)
}

/** A person is told once that a background command takes long, a server too (S-216). */
export function longJob(state: Attention, id: JobId): Step {
  const job = state.jobs.get(id)
  if (!job) return { state, effects: [] }
  return {
    state: withJob(state, { ...job, isLongTold: true }),
    effects: [{ type: 'notify', notification: { kind: 'long-job', job: id } }],
  }
}

function withJob(state: Attention, job: Job): Attention {
  return { ...state, jobs: new Map(state.jobs).set(job.id, job) }
}
