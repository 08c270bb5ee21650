import { useTranslation } from 'react-i18next'
import type { LocalAnswer } from '../../../../shared/chat'
import type { ModelCost } from '../../../../shared/cost'
import type { TokenUsage } from '../../../../shared/models'
import { useFormat } from '../../../i18n/use-format'

/** `/cost`: the tokens of the chat, and the money by model where prices are set. */
export function CostAnswer({ answer }: { answer: Extract<LocalAnswer, { type: 'cost' }> }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const { tokens, cost } = answer
  const counts = ({ input, output, cachedInput }: TokenUsage) => ({
    input: format.number(input),
    output: format.number(output),
    cached: format.number(cachedInput),
  })
  return (
    <>
      <p>{t(tokens.estimated ? 'answer.cost.estimated' : 'answer.cost', counts(tokens))}</p>
      {cost && cost.models.length > 0 ? (
        <>
          <ul className="costs">
            {cost.models.map((model) => (
              <li key={model.name}>
                <code>{model.name}</code>
                <span>{t('answer.cost.model', counts(model.tokens))}</span>
                <Price model={model} />
              </li>
            ))}
          </ul>
          <p>
            {cost.usd === null
              ? t('answer.cost.no-prices')
              : t(cost.isPartial ? 'answer.cost.partial' : 'answer.cost.sum', {
                  sum: format.money(cost.usd),
                })}
          </p>
        </>
      ) : null}
    </>
  )
}

function Price({ model: { usd } }: { model: ModelCost }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  return usd === null ? <span className="c-3">{t('answer.cost.unknown')}</span> : <b>{format.money(usd)}</b>
}
