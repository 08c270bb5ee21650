import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import type { CommandCard, CommandEnd, CommandState } from '../../../../shared/command'
import { i18n } from '../../../i18n/i18n'
import { makeCard } from '../../../testing/make'
import { TooltipRoot } from '../../../ui/Tooltip'
import { CommandCardView } from './CommandCardView'

const draw = (card: CommandCard, last = false): string =>
  renderToStaticMarkup(
    <TooltipRoot>
      <CommandCardView card={card} last={last} />
    </TooltipRoot>,
  )
const card = (state: CommandState, more: Partial<CommandCard> = {}) =>
  makeCard('t4', 'chat', 'npm run test:e2e -- x', state, more)
const ended = (end: CommandEnd): CommandState => ({
  kind: 'ended',
  startedAt: 0,
  endedAt: 65_000,
  end,
  wasBackground: false,
})
const running: CommandState = { kind: 'running', startedAt: 0, pid: 1 }
const pending: CommandState = {
  kind: 'pending',
  question: {
    askedAt: 0,
    reasons: [{ code: 'writes-file', segment: 'a<b>.log' }],
    alwaysAllow: [],
    blocked: false,
  },
}

afterEach(() => i18n.changeLanguage('en'))

describe('a command card', () => {
  it('offers Approve and Reject only while it is pending, and says why it asks (S-008, S-009)', () => {
    const asking = draw(card(pending))
    expect(asking).toContain('Approve')
    expect(asking).toContain('Reject')
    expect(asking).toContain('writes to a file: <code>a&lt;b&gt;.log</code>')
    expect(asking).toContain('aria-label="Command test:e2e, Needs approval"')
    expect(asking).toContain('>pending</span>')
    for (const state of [running, ended({ by: 'exit', code: 0, closedPipe: false })]) {
      expect(draw(card(state))).not.toContain('Approve')
    }
  })

  it('is amber and without Stop once it was stopped, and red when it failed (S-310, S-311, S-312)', () => {
    const stopped = draw(
      card(ended({ by: 'stop', who: 'user', signal: 'SIGTERM', code: 143, confirmed: true })),
    )
    expect(stopped).toContain('c-warn">Stopped')
    expect(stopped).not.toContain('Stop test:e2e')
    expect(draw(card(ended({ by: 'exit', code: 130, closedPipe: false })))).toContain('c-err">exit 130')
    expect(draw(card(running))).toContain('Stop test:e2e')
  })

  it('shows the folder only when it is not the workspace root (S-088, S-089)', () => {
    expect(draw(card(running, { workdir: 'packages/tax' }))).toContain('packages/tax')
    expect(draw(card(running))).not.toContain('cwdline')
  })

  it('says which shell was used instead of a missing profile (S-022)', () => {
    const shellNote = { code: 'profile-missing', profile: 'zsh', used: 'bash' } as const
    expect(draw(card(running, { shellNote }))).toContain(
      'The shell of profile zsh is missing; bash was used.',
    )
    expect(draw(card(running, { shellNote: { code: 'login-exited' } }))).toContain(
      'the command ran without them.',
    )
  })

  it('keeps the output folded behind its disclosure (S-149, S-150)', () => {
    const output = { bytes: 90, lines: 3, lastLine: 'the last line', full: { kind: 'none' } } as const
    const done = card(ended({ by: 'exit', code: 0, closedPipe: false }), { output })
    expect(draw(done)).toContain('aria-expanded="false"')
    expect(draw(done)).not.toContain('the last line')
    expect(draw(done, true)).toContain('the last line')
    expect(draw(done, true)).not.toContain('class="viewer')
  })

  it('keeps every word of the command, whatever characters it has (S-036)', () => {
    expect(draw(makeCard('c', 'chat', 'echo "<b>&amp;" | cat', running))).toContain(
      'echo &quot;&lt;b&gt;&amp;amp;&quot; | cat',
    )
  })

  it('speaks the language of the window', async () => {
    await i18n.changeLanguage('ru')
    expect(draw(card(ended({ by: 'exit', code: 0, closedPipe: false }), { leftovers: 2 }))).toContain(
      '2 процесса ещё работают',
    )
    await i18n.changeLanguage('uk')
    expect(draw(card(pending))).toContain('Схвалити')
  })
})
