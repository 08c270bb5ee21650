import type { CodeToken } from './highlight'

/** One line of coloured code. */
export function TokenLine({ tokens }: { tokens: readonly CodeToken[] }) {
  return tokens.map((token, place) =>
    token.kind === '' ? (
      token.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line never change places
      <span key={place} className={token.kind}>
        {token.text}
      </span>
    ),
  )
}
