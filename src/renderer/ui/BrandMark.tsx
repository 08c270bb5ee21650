/** The sign of the app on an accent square. */
export function BrandMark() {
  return (
    <span className="mark" aria-hidden="true">
      <svg aria-hidden="true" className="i" viewBox="0 0 24 24" focusable="false">
        <path d="M4.5 7.5 12 20l7.5-12.5" />
        <circle cx="12" cy="6" r="2" fill="currentColor" stroke="none" />
      </svg>
    </span>
  )
}
