import { useTranslation } from 'react-i18next'
import type { CardView } from './card-view'

/** The word of a card's status column: its state, or how it ended (S-069, S-082). */
export function useStatusText(view: CardView): string {
  const { t } = useTranslation(['chat', 'common'])
  const { label } = view
  if (label.kind === 'word') return t(`common:state.${label.status}`)
  const { code, signal } = label
  return signal === null ? t('common:exit', { code }) : t('card.exit.signal', { code, signal })
}
