import { isSecretVariable } from '../approvals/rules/secret-names'

/** What stands where a secret was. */
export const SECRET_REMOVED = '[secret removed]'

/** Shapes that services give their keys; nothing else looks like them. */
const KNOWN_SHAPES = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_[A-Za-z0-9]{20,}|pypi-[\w-]{20,})/g,
  /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{16,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  // A signed web token.
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
]
/** A password inside of an address. */
const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)([^\s/@]+)(?=@)/gi
const AFTER_BEARER = /(\b(?:bearer|basic)\s+)([\w.~+/-]{12,}=*)/gi
/** `NAME = value`, `"name": "value"`, `password is value`; the name and what stands between come back as they are. */
const NAMED =
  /(["'`]?)([A-Za-z][\w-]*)\1(\s*(?:=|:|\bis\b)\s*)(?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`|([^\s"'`,;]+))/g
const NAME_WORDS = /^(?:password|passwd|passphrase|secret|token|pin)$/i
/** Shorter values are words, numbers and flags. */
const VALUE_MIN_CHARS = 6
/** A single word that long is no word of a sentence any more. */
const WORD_MAX_CHARS = 20

/** Replaces values that look like secrets (A-149): keys of known shape, passwords in addresses, values of secret names. */
export function maskSecrets(text: string): string {
  let masked = text
  for (const shape of KNOWN_SHAPES) masked = masked.replace(shape, SECRET_REMOVED)
  return masked
    .replace(IN_ADDRESS, (_all, front: string) => `${front}${SECRET_REMOVED}`)
    .replace(AFTER_BEARER, (_all, front: string) => `${front}${SECRET_REMOVED}`)
    .replace(
      NAMED,
      (all: string, quote: string, name: string, between: string, ...values: (string | undefined)[]) => {
        const value = values.slice(0, 4).find((one) => one !== undefined) ?? ''
        const isSecret = namesSecret(name) && looksSecret(value, /=/.test(between) || !all.endsWith(value))
        return isSecret ? `${quote}${name}${quote}${between}${SECRET_REMOVED}` : all
      },
    )
}

function namesSecret(name: string): boolean {
  // camelCase as its parts.
  const snake = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll('-', '_')
  return NAME_WORDS.test(name) || isSecretVariable(snake)
}

/** Whether it is a value, not a reference to one or a word of a sentence. */
function looksSecret(value: string, isAssigned: boolean): boolean {
  if (value.length < VALUE_MIN_CHARS || /^[$<{[(%]/.test(value) || value.startsWith('process.env'))
    return false
  return isAssigned || value.length > WORD_MAX_CHARS || /\d/.test(value) || /[^\p{L}\d.)-]/u.test(value)
}
