import { parseDecimal } from '@truemark/core/money/decimal'
import { e12Scale, type E12 } from './source.ts'

// A string that is never closed is taken to the end of the text: else each quote within it would search that far again.
const stringOrNumber = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g

/**
 * Reads JSON with each number as its exact text, since Kraken and Coinbase write prices as JSON numbers, which
 * `JSON.parse` would round and strip of the zeros that checksums need. Gives undefined for what is not JSON.
 */
export function readJson(text: string): unknown {
  const quoted = text.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : `"${token}"`))
  try {
    return JSON.parse(quoted)
  } catch {
    return undefined
  }
}

export type Fields = Readonly<Record<string, unknown>>

/** The value as an object with unknown fields, or null. */
export function readFields(value: unknown): Fields | null {
  return isFields(value) ? value : null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an array of unknown values, or null. */
export function readList(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** A size of zero or more, exact; null for anything but a plain decimal text of at most 12 decimals. */
export function readSize(value: unknown): E12 | null {
  return parseDecimal(value, e12Scale)
}

/** A price or quantity above zero, exact; else null. */
export function readPositive(value: unknown): E12 | null {
  const parsed = parseDecimal(value, e12Scale)
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

/** How far a venue's stamp may lie from the receipt before it is not believed. */
export const clockSkewMax = 5 * 60_000

/** The venue's time where it is credible, else the receipt's: venues do stamp frames with year 1 or the epoch. */
export function credibleTime(time: number | null, received: number): number {
  return time !== null && Math.abs(time - received) <= clockSkewMax ? time : received
}
