import { Check } from 'lucide-react'
import { Checkbox, RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import type { QuestionCard, QuestionOption } from '../../../../shared/tool-card'
import { Icon } from '../../../ui/Icon'
import { Kbd } from '../../../ui/Kbd'

/** The answers to pick from: one, or any of several; each has its digit. */
export function QuestionOptions(props: {
  card: QuestionCard
  picked: readonly number[]
  onPick: (at: number) => void
}) {
  const { card, picked, onPick } = props
  const { question, options, isMany } = card
  if (isMany)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be named by a text that stands elsewhere
      <div className="opts" role="group" aria-label={question}>
        {options.map((option, at) => (
          <Checkbox.Root
            key={option.label}
            className="opt"
            checked={picked.includes(at)}
            onCheckedChange={() => onPick(at)}
          >
            <Line option={option} at={at}>
              <span className={`check${picked.includes(at) ? ' on' : ''}`}>
                {picked.includes(at) ? <Icon icon={Check} size={12} /> : null}
              </span>
            </Line>
          </Checkbox.Root>
        ))}
      </div>
    )
  return (
    <RadioGroup.Root
      className="opts"
      aria-label={question}
      value={String(picked[0] ?? '')}
      onValueChange={(value) => onPick(Number(value))}
    >
      {options.map((option, at) => (
        <RadioGroup.Item key={option.label} className="opt" value={String(at)}>
          <Line option={option} at={at}>
            <span className={`radio${picked.includes(at) ? ' on' : ''}`} />
          </Line>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

function Line({ option, at, children }: { option: QuestionOption; at: number; children: ReactNode }) {
  return (
    <>
      {children}
      <span>
        {option.label}
        {option.description === null ? null : <small>{option.description}</small>}
      </span>
      <Kbd>{String(at + 1)}</Kbd>
    </>
  )
}
