import type { ReactNode } from 'react'
import { useId } from 'react'

/** A setting: its name and a hint at the left, its control at the right. The control is named by the name. */
export function SettingRow(props: {
  name: string
  hint?: ReactNode
  children: (labelledBy: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="setrow">
      <div>
        <span id={id}>{props.name}</span>
        {props.hint === undefined ? null : <small>{props.hint}</small>}
      </div>
      {props.children(id)}
    </div>
  )
}
