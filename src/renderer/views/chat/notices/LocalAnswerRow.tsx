import { AtSign, Brain, CircleHelp, Coins, Cpu, History, Plug, Shield, Target } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { assertNever } from '../../../../shared/assert-never'
import type { LocalAnswer } from '../../../../shared/chat'
import { GOAL_TURNS_MAX } from '../../../../shared/goal'
import { useFormat } from '../../../i18n/use-format'
import { McpAnswer } from '../../mcp/McpAnswer'
import { MemoryAnswer } from '../../memory/MemoryAnswer'
import { commandWords } from '../command-words'
import { fillSlots, slot } from '../text-slots'
import { CostAnswer } from './CostAnswer'
import { ResumeAnswer } from './ResumeAnswer'
import { SystemLine } from './SystemLine'

/** What Vigil answers by itself to a slash command or a mention. */
export function LocalAnswerRow({ answer, at }: { answer: LocalAnswer; at: number }) {
  const { t } = useTranslation(['chat', 'shell', 'agenda'])
  const format = useFormat()
  switch (answer.type) {
    case 'help':
      return (
        <SystemLine icon={CircleHelp} at={at}>
          {t('chat:answer.help')}
          <Commands commands={answer.commands} custom={answer.custom} />
          {t('chat:answer.help.mention')}
        </SystemLine>
      )
    case 'unknown-command':
      return (
        <SystemLine icon={CircleHelp} at={at}>
          {fillSlots(
            t(answer.closest.length > 0 ? 'chat:answer.unknown.closest' : 'chat:answer.unknown', {
              name: slot(0),
              list: slot(1),
            }),
            [code(`/${answer.name}`), codes(answer.closest.map((name) => `/${name}`))],
          )}
        </SystemLine>
      )
    case 'not-now':
      return (
        <SystemLine icon={CircleHelp} at={at}>
          {fillSlots(t('chat:answer.not-now', { name: slot(0) }), [code(`/${answer.command}`)])}
        </SystemLine>
      )
    case 'model':
      return (
        <SystemLine icon={Cpu} at={at}>
          {answer.current === null
            ? t('chat:answer.model.none')
            : fillSlots(t('chat:answer.model', { model: slot(0) }), [code(answer.current)])}{' '}
          {fillSlots(t('chat:answer.model.available', { list: slot(0) }), [codes(answer.available)])}
        </SystemLine>
      )
    case 'model-set':
      return (
        <SystemLine icon={Cpu} at={at}>
          {fillSlots(t('chat:answer.model.set', { model: slot(0) }), [code(answer.model)])}
        </SystemLine>
      )
    case 'unknown-model':
      return (
        <SystemLine icon={Cpu} at={at}>
          {fillSlots(
            t(answer.closest.length > 0 ? 'chat:answer.model.closest' : 'chat:answer.model.unknown', {
              name: slot(0),
              list: slot(1),
            }),
            [code(answer.name), codes(answer.closest)],
          )}
        </SystemLine>
      )
    case 'mode':
    case 'mode-set':
      return (
        <SystemLine icon={Shield} at={at}>
          {t(answer.type === 'mode' ? 'chat:answer.mode' : 'chat:answer.mode.set', {
            mode: t(`shell:mode.${answer.mode}`),
          })}
        </SystemLine>
      )
    case 'unknown-mode':
      return (
        <SystemLine icon={Shield} at={at}>
          {fillSlots(t('chat:answer.mode.unknown', { name: slot(0) }), [code(answer.name)])}
        </SystemLine>
      )
    case 'mode-warning':
      return (
        <SystemLine icon={Shield} at={at}>
          {t('chat:answer.mode.warning')}
        </SystemLine>
      )
    case 'cost': {
      return (
        <SystemLine icon={Coins} at={at}>
          <CostAnswer answer={answer} />
        </SystemLine>
      )
    }
    case 'goal':
      return (
        <SystemLine icon={Target} at={at}>
          {answer.goal
            ? t('agenda:goal.shown', {
                goal: answer.goal.condition,
                used: answer.goal.turns,
                max: GOAL_TURNS_MAX,
              })
            : t('agenda:goal.none')}
        </SystemLine>
      )
    case 'goal-too-long':
      return (
        <SystemLine icon={Target} tone="warn" at={at}>
          {t('agenda:goal.too-long', { max: format.number(answer.max) })}
        </SystemLine>
      )
    case 'resume':
      return (
        <SystemLine icon={History} at={at}>
          <ResumeAnswer words={answer.words} chats={answer.chats} />
        </SystemLine>
      )
    case 'memory':
      return (
        <SystemLine icon={Brain} at={at}>
          <MemoryAnswer notes={answer.notes} />
        </SystemLine>
      )
    case 'mcp':
      return (
        <SystemLine icon={Plug} at={at}>
          <McpAnswer servers={answer.servers} />
        </SystemLine>
      )
    case 'mention':
      return (
        <SystemLine icon={AtSign} at={at}>
          {fillSlots(t(`chat:answer.mention.${answer.because}`, { mention: slot(0) }), [
            code(answer.mention),
          ])}
        </SystemLine>
      )
    default:
      return assertNever(answer, 'answer')
  }
}

function Commands({ commands, custom }: { commands: readonly string[]; custom: readonly string[] }) {
  const { t } = useTranslation('chat')
  const row = (name: string, isCustom: boolean) => {
    const words = commandWords(name, isCustom)
    return (
      <li key={name}>
        {code(`/${name}`)} {words === null ? null : t(words)}
      </li>
    )
  }
  return (
    <ul className="help-list">
      {commands.map((name) => row(name, false))}
      {custom.map((name) => row(name, true))}
    </ul>
  )
}

function code(text: string): ReactNode {
  return <code key={text}>{text}</code>
}

function codes(texts: readonly string[]): ReactNode[] {
  return texts.flatMap((text, index) => (index === 0 ? [code(text)] : [', ', code(text)]))
}
