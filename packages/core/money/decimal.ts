import { amountMax } from './units.ts'

const canonical = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/

/** The longest text that is read as a decimal; a longer one is malformed. */
export const decimalLengthMax = 40

/**
 * Reads a canonical decimal text (ASCII digits, one dot, no exponent, sign, space or comma) into smallest units at
 * `scale` decimals. Gives null for anything else, also for more decimals than `scale` (it never rounds).
 * @example parseDecimal('0.5', 6) === 500000n
 */
export function parseDecimal(text: unknown, scale: number): bigint | null {
  if (typeof text !== 'string' || text.length > decimalLengthMax || !canonical.test(text)) return null
  const dot = text.indexOf('.')
  if (dot < 0) return BigInt(text) * 10n ** BigInt(scale)
  const decimals = text.length - dot - 1
  if (decimals > scale) return null
  return BigInt(text.slice(0, dot) + text.slice(dot + 1)) * 10n ** BigInt(scale - decimals)
}

/** As {@link parseDecimal}, and null for what passes {@link amountMax}: what a person may name in a command. */
export function parseAmount(text: unknown, scale: number): bigint | null {
  const units = parseDecimal(text, scale)
  return units === null || units > amountMax ? null : units
}

/** As {@link parseDecimal}, and a leading minus is allowed (never "-0"). */
export function parseSignedDecimal(text: unknown, scale: number): bigint | null {
  if (typeof text !== 'string' || !text.startsWith('-')) return parseDecimal(text, scale)
  const magnitude = parseDecimal(text.slice(1), scale)
  return magnitude === null || magnitude === 0n ? null : -magnitude
}

const zeroCode = 0x30
const dotCode = 0x2e

/** Writes smallest units at `scale` decimals as a canonical decimal text, without trailing zeros. */
export function formatDecimal(units: bigint | number, scale: number): string {
  const text = formatFixed(units, scale)
  if (scale === 0) return text
  // an answer has a dozen of these, and a pattern that looks for the zeros from the front costs several times as much
  let end = text.length
  while (text.charCodeAt(end - 1) === zeroCode) end -= 1
  return text.slice(0, text.charCodeAt(end - 1) === dotCode ? end - 1 : end)
}

/** Writes smallest units with exactly `scale` decimals. */
export function formatFixed(units: bigint | number, scale: number): string {
  const text = typeof units === 'bigint' ? units.toString() : integerText(units)
  const negative = text.startsWith('-')
  const digits = (negative ? text.slice(1) : text).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const sign = negative ? '-' : ''
  return scale === 0 ? sign + whole : `${sign}${whole}.${digits.slice(digits.length - scale)}`
}

function integerText(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`)
  return (value === 0 ? 0 : value).toString()
}
