import { decimalLengthMax, parseDecimal } from '@truemark/core/money/decimal'
import { e12Scale, type E12 } from './source.ts'

/**
 * Reads JSON with each number as its exact text, since Kraken and Coinbase write prices as JSON numbers, which
 * `JSON.parse` would round and strip of the zeros that checksums need. Gives undefined for what is not JSON. Its work and
 * its stack are bounded by the length of the text, whatever stands in it.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(withQuotedNumbers(text))
  } catch {
    return undefined
  }
}

/** The most numbers outside of strings in a frame or an answer of a venue; real ones hold far fewer … */
const numbersMax = 250_000
/** … and the most lists and objects, or texts: Coinbase's longest snapshot has about half of that. */
const containersMax = 250_000
const stringsMax = 600_000
const quote = 0x22
const backslash = 0x5c
const minus = 0x2d
const bracket = 0x5b
const brace = 0x7b

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Whether a character can stand within a number: a digit, a sign, a dot or an exponent's e. */
function isNumeric(code: number): boolean {
  return isDigit(code) || code === minus || code === 0x2b || code === 0x2e || code === 0x65 || code === 0x45
}

// by hand: a regular expression of what may repeat without bound has a stack that a hostile text overflows
function withQuotedNumbers(text: string): string {
  const parts: string[] = []
  let copied = 0
  let at = 0
  let containers = 0
  let strings = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = afterString(text, at + 1)
      strings += 1
      if (strings > stringsMax) throw new RangeError('too many texts')
    } else if (isDigit(code) || code === minus) {
      const from = at
      while (at < text.length && isNumeric(text.charCodeAt(at))) at += 1
      if (parts.length > numbersMax * 4) throw new RangeError('too many numbers')
      parts.push(text.slice(copied, from), '"', text.slice(from, at), '"')
      copied = at
    } else {
      at += 1
      if (code === bracket || code === brace) containers += 1
      if (containers > containersMax) throw new RangeError('too many lists')
    }
  }
  parts.push(text.slice(copied))
  return parts.join('')
}

/** The place after the quote that ends a string; the text's end where none does. */
function afterString(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    at += code === backslash ? 2 : 1
  }
  return text.length
}

export type Fields = Readonly<Record<string, unknown>>

/** The value as an object with unknown fields, or null. */
export function readFields(value: unknown): Fields | null {
  return isFields(value) ? value : null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One frame tells of no more changes, or trades, than this. */
export const entriesMax = 5_000

/** The value as an array of unknown values, or null. */
export function readList(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

const exponential = /^([0-9]{1,20})(?:\.([0-9]{1,20}))?[eE]([+-]?[0-9]{1,2})$/

/** The plain decimal text of a number in exponent form, such as 1e-8; any other text as it is. */
export function plainDecimal(text: string): string {
  const match = text.length > decimalLengthMax ? null : exponential.exec(text)
  if (!match) return text
  const [, whole = '', part = '', exponent = '0'] = match
  const digits = whole + part
  const point = whole.length + Number(exponent)
  const integer = digits.slice(0, Math.max(0, point)).padEnd(Math.max(0, point), '0')
  const decimals = '0'.repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point))
  const shown = decimals.replace(/0{1,64}$/, '')
  return (integer.replace(/^0{1,64}(?=[0-9])/, '') || '0') + (shown === '' ? '' : `.${shown}`)
}

/** A size of zero or more, exact; null for anything but a decimal of at most 12 decimals, plain or with an exponent. */
export function readSize(value: unknown): E12 | null {
  return typeof value === 'string' ? parseDecimal(plainDecimal(value), e12Scale) : null
}

/** A price or quantity above zero, exact; else null. */
export function readPositive(value: unknown): E12 | null {
  const parsed = readSize(value)
  return parsed === null || parsed === 0n ? null : parsed
}

const integer = /^-?[0-9]{1,16}$/

/** A safe integer, from a number or its text (sequence numbers, times, checksums); else null. */
export function readInteger(value: unknown): number | null {
  const parsed = typeof value === 'string' && integer.test(value) ? Number(value) : value
  return typeof parsed === 'number' && Number.isSafeInteger(parsed) ? parsed : null
}

const epochSeconds = /^([0-9]{1,10})(?:\.([0-9]{1,9}))?$/

/** UTC ms of a venue's "seconds.fraction" text, cut to the ms; else null. */
export function readSeconds(value: unknown): number | null {
  const match = typeof value === 'string' ? epochSeconds.exec(value) : null
  if (!match) return null
  return Number(match[1]) * 1000 + Number((match[2] ?? '').padEnd(3, '0').slice(0, 3))
}

/** UTC ms of an RFC 3339 text; else null. */
export function readDate(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isSafeInteger(time) ? time : null
}

/** How far (ms) a venue's stamp may lie before and after the receipt; beyond that it is not believed. */
export const stampAgeMax = 10_000
export const stampAheadMax = 2_000

/**
 * The venue's time where it is credible, else the receipt's: venues do stamp frames with year 1, the epoch, a leap
 * second, or hours ahead. Nothing is ever put in order by it.
 */
export function credibleTime(time: number | null, received: number): number {
  return time !== null && received - time <= stampAgeMax && time - received <= stampAheadMax ? time : received
}
