import type { Reader } from './codec/bytes.ts'
import { bool, bytes, holderId, list, struct, text, u53, type Codec, type Of } from './codec/codec.ts'
import type { HolderId } from './ledger/holders.ts'

/** An idempotency key as it is sent: a UUIDv7 as 32 hex digits, the route it is used on, the SHA-256 of the body in hex. */
export interface Key {
  readonly route: string
  readonly id: string
  /** All of the digest's digits, or the first sixteen, which are kept. */
  readonly digest: string
  /** Up to what engine time the table was asked in vain, UTC milliseconds; absent where it was not. */
  readonly asked?: number
  /** Written as the first release wrote it. */
  readonly plain?: true
}

/** The routes on which keys are used, written as their place, which is for ever; any other is written as its text. */
const routeWords = [
  'PROPOSAL',
  'POST /api/v3/spot/orders',
  'PATCH /api/v3/spot/orders/{id}',
  'DELETE /api/v3/spot/orders/{id}',
  'DELETE /api/v3/spot/orders',
  'POST /api/v3/contract/orders',
  'PATCH /api/v3/contract/orders/{id}',
  'DELETE /api/v3/contract/orders/{id}',
  'DELETE /api/v3/contract/orders',
  'POST /api/v3/contract/orders/{id}/close',
  'POST /api/v3/contract/orders/{id}/margin',
  'POST /api/v3/contract/close',
  'POST /api/v3/perpetual/orders',
  'DELETE /api/v3/perpetual/orders/{id}',
  'DELETE /api/v3/perpetual/orders',
  'POST /api/v3/perpetual/positions/{id}/close',
  'PATCH /api/v3/perpetual/positions/{id}',
  'POST /api/v3/perpetual/close',
  'POST /api/v3/option/orders',
  'POST /api/v3/account/transfers',
  'POST /api/v3/exchange/orders',
  'POST /api/v3/wallet/deposits',
  'DELETE /api/v3/wallet/deposits/{id}',
  'POST /api/v3/wallet/withdrawals',
  'DELETE /api/v3/wallet/withdrawals/{id}',
  'POST /api/v3/mining/orders',
  'POST /api/v3/mining/orders/{id}/redeem',
  'POST /api/v3/invest/orders',
  'POST /api/v3/ieo/subscriptions',
] as const
const routePlaces = new Map<string, number>(routeWords.map((word, at) => [word, at + 1]))

const routeCodec: Codec<string> = {
  write: (writer, route) => {
    const place = routePlaces.get(route) ?? 0
    writer.u53(place)
    if (place === 0) text.write(writer, route)
  },
  read: (reader) => {
    const place = reader.u53()
    if (place === 0) return text.read(reader)
    const word: string | undefined = routeWords[place - 1]
    if (word === undefined) throw new RangeError(`no route at ${place}`)
    return word
  },
}

/** Bytes by fours, the highest first, each four as a signed integer of 32 bits: what is compared and kept at no cost. */
export type Words = readonly number[]

const idWords = 4
/** The words of a body's digest that are kept, and their number of hex digits. */
const digestWords = 2
const digestDigits = 16
const wordDigits = 8
const compactId = /^[0-9a-f]{32}$/
const compactDigest = /^[0-9a-f]{16}/

const idCodec: Codec<Words> = {
  write: (writer, words) => {
    if (words.length !== idWords) throw new RangeError(`${words.length} words are no id`)
    for (const word of words) writer.i32(word)
  },
  read: (reader) => [reader.i32(), reader.i32(), reader.i32(), reader.i32()],
}
const digestCodec: Codec<Words> = {
  write: (writer, words) => {
    if (words.length !== digestWords) throw new RangeError(`${words.length} words are no digest`)
    for (const word of words) writer.i32(word)
  },
  read: (reader) => [reader.i32(), reader.i32()],
}

/** The words of the given hex digits. Each order's key comes by here more than once: hence digit by digit. */
function wordsOf(hex: string, count: number): Words {
  const words: number[] = []
  for (let at = 0; at < count; at += 1) words.push(wordAt(hex, wordDigits * at))
  return words
}

function wordAt(hex: string, start: number): number {
  let word = 0
  for (let at = start; at < start + wordDigits; at += 1) {
    const digit = digitOf(hex.charCodeAt(at))
    // what is no hex is read as the first release read it
    if (digit < 0) return Number.parseInt(hex.slice(start, start + wordDigits), 16) | 0
    word = (word << 4) | digit
  }
  return word
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  if (code >= 0x61 && code <= 0x66) return code - 0x57
  return code >= 0x41 && code <= 0x46 ? code - 0x37 : -1
}

const byteDigits: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** The hex digits of words. */
export function hexOf(words: Words): string {
  let hex = ''
  for (const word of words) {
    for (let shift = 24; shift >= 0; shift -= 8) hex += byteDigits[(word >>> shift) & 0xff] ?? ''
  }
  return hex
}

/** The bytes of words. */
export function bytesOfWords(words: Words): Uint8Array {
  const bytes = new Uint8Array(4 * words.length)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (words[at >> 2] ?? 0) >>> (24 - 8 * (at & 3))
  return bytes
}

/** The words of a key's id; null where it is not 32 hex digits. */
export function idOf(hex: string): Words | null {
  return compactId.test(hex) ? wordsOf(hex, idWords) : null
}

/** A key as the facts bear it. */
export function packedKey({ holder, route, id, digest }: Key & { readonly holder: HolderId }) {
  return { holder, route, id: wordsOf(id, idWords), digest: wordsOf(digest, digestWords) }
}

/** Whether a key is of the body that another one was used with; both digests may be cut. */
export function isSameBody(sent: string, kept: string): boolean {
  return sent.slice(0, digestDigits) === kept.slice(0, digestDigits)
}

const plainKeyCodec = struct({ route: text, id: text, digest: text })
const forms = { none: 0, plain: 1, compact: 2 } as const

/** The key of an envelope, or none. What is no UUID or digest keeps the long form, and is refused where it arrives. */
export const sentKeyCodec: Codec<Key | null> = {
  write: (writer, key) => {
    if (key === null) return writer.u8(forms.none)
    if (key.plain === true || !compactId.test(key.id) || !compactDigest.test(key.digest)) {
      writer.u8(forms.plain)
      return plainKeyCodec.write(writer, key)
    }
    writer.u8(forms.compact)
    routeCodec.write(writer, key.route)
    idCodec.write(writer, wordsOf(key.id, idWords))
    digestCodec.write(writer, wordsOf(key.digest, digestWords))
    writer.u53(key.asked ?? 0)
  },
  read: (reader) => {
    const form = reader.u8()
    if (form === forms.none) return null
    if (form === forms.plain) return { ...plainKeyCodec.read(reader), plain: true }
    if (form !== forms.compact) throw new RangeError(`no form ${form} of a key`)
    const route = routeCodec.read(reader)
    const id = hexOf(idCodec.read(reader))
    return { route, id, digest: hexOf(digestCodec.read(reader)), asked: reader.u53() }
  },
}

/** A used key as the first release wrote it. */
export const keyUsedCodec = struct({
  holder: holderId,
  route: text,
  id: text,
  digest: text,
  /** The first answer, as its canonical bytes: the same key gets it again. */
  answer: bytes,
})

const noAnswer = new Uint8Array(0)

/** A used key. `answer` is empty where it follows from the facts before it, by which the command placed a spot order. */
export interface KeyTaken {
  readonly holder: HolderId
  readonly route: string
  readonly id: Words
  readonly digest: Words
  readonly answer: Uint8Array
}

// field by field, as the other facts of the hot path
function readTaken(type: string, reader: Reader): KeyTaken & { readonly type: string } {
  const holder = reader.holder()
  const route = routeCodec.read(reader)
  const id = idCodec.read(reader)
  const digest = digestCodec.read(reader)
  const length = reader.u53()
  return { type, holder, route, id, digest, answer: length === 0 ? noAnswer : reader.raw(length) }
}

export const keyTakenCodec: Codec<KeyTaken> = {
  write: (writer, { holder, route, id, digest, answer }) => {
    holderId.write(writer, holder)
    routeCodec.write(writer, route)
    idCodec.write(writer, id)
    digestCodec.write(writer, digest)
    bytes.write(writer, answer)
  },
  readAs: readTaken,
  read: (reader) => {
    const { holder, route, id, digest, answer } = readTaken('', reader)
    return { holder, route, id, digest, answer }
  },
}

/** The keys in memory; of a placed order `answer` is the short form. */
export const keptKeysCodec = struct({
  day: u53,
  kept: list(
    struct({
      holder: holderId,
      route: routeCodec,
      id: idCodec,
      digest: digestCodec,
      placed: bool,
      answer: bytes,
      time: u53,
    }),
  ),
  owners: list(struct({ holder: holderId, floor: u53, forgotten: u53, today: u53 })),
})
export type KeptKeys = Of<typeof keptKeysCodec>
