import { markParts } from './mark-parts'

/** A command with the parts that ask marked in their place. */
export function MarkedCommand(props: { text: string; places: readonly { start?: number; end?: number }[] }) {
  let at = 0
  return markParts(props.text, props.places).map((part) => {
    const key = at
    at += part.text.length
    return part.isMarked ? (
      <mark key={key} className="asks">
        {part.text}
      </mark>
    ) : (
      part.text
    )
  })
}
