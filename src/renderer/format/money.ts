import { numberFormat } from './intl'

/** Below this, in US dollars, cents say nothing: four digits behind the point are shown. */
const SMALL = 1

/** An amount in US dollars, rounded to cents, or to hundredths of a cent where it is small; never to nothing. */
export function formatMoney(usd: number, language: string): string {
  const digits = usd > 0 && usd < SMALL ? 4 : 2
  const least = 10 ** -digits
  const amount = numberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  })
  return usd > 0 && usd < least / 2 ? `<${amount.format(least)}` : amount.format(usd)
}
