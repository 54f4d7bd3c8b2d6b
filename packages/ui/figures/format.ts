import { separatorsOf } from './separators.ts'

export interface DecimalFormat {
  /** Shown at least, filled with zeros. Default 2. */
  decimalsMin?: number
  /** Shown at most; further ones are cut, never rounded up. Default 9. */
  decimalsMax?: number
  /** A plus before what is above zero. */
  signed?: boolean
}

const canonical = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/
const minus = '−'

/**
 * Writes a canonical decimal text for a reader of `locale`: digits in threes, 2 to 9 decimals. Works on the digits
 * themselves, so no amount passes a binary float. What is not canonical gives "--".
 * @example formatFigure('1234.5', 'fr') === '1 234,50'
 */
export function formatFigure(text: string, locale: string, format: DecimalFormat = {}): string {
  const match = canonical.exec(text)
  if (!match) return '--'
  const { decimalsMin = 2, decimalsMax = 9, signed = false } = format
  const separators = separatorsOf(locale)
  const whole = match[2] ?? '0'
  const decimals = (match[3] ?? '').slice(0, decimalsMax).replace(/0+$/, '').padEnd(decimalsMin, '0')
  const zero = /^0*$/.test(whole) && /^0*$/.test(decimals)
  const sign = zero ? '' : match[1] ? minus : signed ? '+' : ''
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, separators.group)
  return decimals === '' ? sign + grouped : sign + grouped + separators.decimal + decimals
}

/** The sign of a signed canonical decimal text: -1, 0, 1. */
export function signOf(text: string): -1 | 0 | 1 {
  if (/^-?0*(?:\.0*)?$/.test(text)) return 0
  return text.startsWith('-') ? -1 : 1
}
