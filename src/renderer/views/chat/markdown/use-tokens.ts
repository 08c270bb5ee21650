import { useEffect, useState } from 'react'
import { type CodeLines, knownTokens, languageOf, tokensOf } from './highlight'

/** The colours of a code once they are known; null until then, and where its language has none. */
export function useTokens(code: string, info: string, complete: boolean): CodeLines | null {
  const language = languageOf(info)
  const known = complete && language ? knownTokens(code, language) : undefined
  const [found, setFound] = useState<{ code: string; lines: CodeLines } | null>(null)
  useEffect(() => {
    if (!complete || !language || known) return undefined
    let wanted = true
    tokensOf(code, language).then(
      (lines) => {
        if (wanted && lines) setFound({ code, lines })
      },
      () => {
        // Without colours the code is still there; the console of a broken grammar helps nobody.
      },
    )
    return () => {
      wanted = false
    }
  }, [code, language, complete, known])
  return known ?? (complete && found?.code === code ? found.lines : null)
}
