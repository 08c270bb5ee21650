import { useTranslation } from 'react-i18next'
import type { ChatWaiting } from '../../shared/chat'

/** What a chat waits for, in words: commands and subagents named separately, each in its plural form (S-321). */
export function useWaitingList(): (waiting: ChatWaiting) => string {
  const { t } = useTranslation('common')
  return ({ commands, subagents }) =>
    [
      commands > 0 ? t('waiting.commands', { count: commands }) : '',
      subagents > 0 ? t('waiting.subagents', { count: subagents }) : '',
    ]
      .filter((part) => part !== '')
      .join(', ')
}

/** The tooltip of the waiting badge (S-328). */
export function useWaitingBadge(): (waiting: ChatWaiting) => string {
  const { t } = useTranslation('common')
  const list = useWaitingList()
  return (waiting) => t('waiting.badge', { list: list(waiting) })
}
