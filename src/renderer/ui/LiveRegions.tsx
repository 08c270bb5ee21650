import { useAnnouncer } from '../state/announcer'

/** The two hidden regions a screen reader listens to (ui.md 6). Mounted once; `announcer` fills them. */
export function LiveRegions() {
  const { polite, assertive, turn } = useAnnouncer()
  // A no-break space on every second message: an unchanged text would not be read again.
  const again = turn % 2 === 0 ? '' : '\u00a0'
  return (
    <>
      <div className="vh" aria-live="polite" aria-atomic="true">
        {polite === '' ? '' : polite + again}
      </div>
      <div className="vh" aria-live="assertive" aria-atomic="true">
        {assertive === '' ? '' : assertive + again}
      </div>
    </>
  )
}
