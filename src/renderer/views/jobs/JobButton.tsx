import type { ComponentProps } from 'react'

/** The whole of a job's row as a button: a click shows the job, Delete does what the other button of the row does. */
export function JobButton(
  props: ComponentProps<'button'> & {
    tabStop: boolean
    /** Null while there is nothing to stop or to remove. */
    onDelete: (() => void) | null
  },
) {
  const { tabStop, onDelete, ...button } = props
  return (
    <button
      {...button}
      type="button"
      className="job-open"
      data-row
      tabIndex={tabStop ? 0 : -1}
      onKeyDown={(event) => {
        if (event.key !== 'Delete' || !onDelete) return
        event.preventDefault()
        onDelete()
      }}
    />
  )
}
