import * as z from 'zod/mini'
import { decimalLengthMax, parseDecimal } from '@truemark/core/money/decimal'
import { amountMax } from '@truemark/core/money/units'
import { client } from './client.ts'
import { locales } from './locale.ts'

/**
 * A canonical decimal text that is not negative: ASCII digits, one dot, no exponent, sign, comma or space. Its whole part
 * is no more than the core takes of anything in smallest units.
 */
export const decimal = z
  .string()
  .check(z.maxLength(decimalLengthMax), z.regex(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/), z.refine(isBelowAmountMax))

const wholeDigitsPlain = 16

function isBelowAmountMax(text: string): boolean {
  if (text.length <= wholeDigitsPlain) return true
  const whole = parseDecimal(text.split('.', 1)[0], 0)
  return whole === null || whole <= amountMax
}

/** A canonical decimal text that may bear a leading minus, never "-0". */
export const signedDecimal = z
  .string()
  .check(z.maxLength(decimalLengthMax + 1), z.regex(/^(?!-0(\.0+)?$)-?(0|[1-9][0-9]*)(\.[0-9]+)?$/))

/** A moment in UTC milliseconds. */
export const millis = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000_000))

/** The same as a query carries it, up to the year 33658: of what no calendar has nothing can be asked. */
export const millisText = z.string().check(z.regex(/^(0|[1-9][0-9]{0,14})$/))

/** A day of UTC, such as 2026-11-28. */
export const utcDay = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/))

/** A symbol such as BTCUSDT. */
export const symbol = z.string().check(z.regex(/^[A-Z0-9]{2,24}$/))

/** A currency such as USDT. */
export const currency = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/))

/** An opaque id of ours: short, without anything that needs escaping in a path. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** ISO 3166-1 alpha-2. */
export const country = z.string().check(z.regex(/^[A-Z]{2}$/))

/** An idempotency key: a UUIDv7 in lower case. */
export const idempotencyKey = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/))

/** Marks that turn the direction of what follows: a reader sees another text than the one that is kept. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** A line that a person wrote: bounded, without control characters, line separators and marks that turn its direction. */
export function line(lengthMin: number, lengthMax: number) {
  const readable = /^[^\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/u
  return z.string().check(z.minLength(lengthMin), z.maxLength(lengthMax), z.regex(readable))
}

/** A number or name of an account as it is typed or copied out of a contact: a line without the marks that came along. */
export function copied(lengthMin: number, lengthMax: number) {
  return z.string().check(
    z.overwrite((text) => text.replaceAll(turning, '')),
    z.minLength(lengthMin),
    z.maxLength(lengthMax),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u),
  )
}

/** A line that people paste: bounded. Its reader drops breaks, blanks and whatever is invisible. */
export function pasted(lengthMin: number, lengthMax: number) {
  return z.string().check(z.minLength(lengthMin), z.maxLength(lengthMax))
}

/**
 * A longer text that a person wrote: bounded, line breaks allowed, other control characters not. Marks that turn its
 * direction are taken out, since whoever acts on the text goes by what they see.
 */
export function prose(lengthMin: number, lengthMax: number) {
  return z.string().check(
    z.overwrite((text) => text.replaceAll(turning, '')),
    z.minLength(lengthMin),
    z.maxLength(lengthMax),
    z.regex(/^[^\p{Cc}]*(?:[\n\t][^\p{Cc}]*)*$/u),
  )
}

/** Why an operator does something: it stands in the audit log. */
export const reasonText = line(3, 200)

/** Where a link of the app may lead: the web or a path of this app, never a script; empty for none. */
export const link = z.string().check(z.maxLength(500), z.regex(/^(https?:\/\/[^\s]+|\/(?!\/)[^\s]*)?$/))

export const realm = z.enum(['real', 'demo'])
export type Realm = z.infer<typeof realm>

export const localeId = z.enum(locales.map((locale) => locale.id))

/** The two fields by which every list is paged; `cursor` is opaque, `limit` stands in the query as text. */
export const page = {
  cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-9][0-9]|100)$/))),
}

/** The number of rows that a page asks for. */
export function pageLimit(limit: string | undefined): number {
  return limit === undefined ? client.pageLimitDefault : Number(limit)
}

/** One page of a list; `cursor` leads to the next and is null on the last. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), cursor: z.nullable(z.string()) })
}
