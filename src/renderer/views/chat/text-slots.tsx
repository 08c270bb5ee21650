import type { ReactNode } from 'react'
import { Fragment } from 'react'

// A private-use character: no text contains it, and interpolation leaves it alone.
const MARK = '\ue000'

/** A stand-in for a node in a translated text; pass it as a value and the text to {@link fillSlots}. */
export function slot(index: number): string {
  return `${MARK}${index}${MARK}`
}

/** Puts nodes where the slots of a translated text are. */
export function fillSlots(text: string, nodes: readonly ReactNode[]): ReactNode {
  return text.split(MARK).map((part, index) => {
    // Every second part is the number between two marks.
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
    return <Fragment key={index}>{index % 2 === 0 ? part : nodes[Number(part)]}</Fragment>
  })
}
