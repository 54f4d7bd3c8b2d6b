import { bytes, holderId, list, struct, text, u53, type Codec, type Of } from './codec/codec.ts'
import { holderName, type HolderId } from './ledger/holders.ts'
import type { SpotEvent } from './spot/event.ts'

/** How long the engine itself remembers a key that was used; after that the projected table answers for it. */
export const keyMemoryMs = 600_000

/** A key older than this is refused where the table does not know it: by then it may have been taken out of there. */
export const keyAgeMaxMs = 86_400_000

/** A key may bear a time this far ahead of the engine's: a client's clock is not always right. */
export const keyAheadMaxMs = 86_400_000

/** So many keys of one holder, and of all together, stand in memory; what comes beyond is left to the table at once. */
export const keysOfHolderMax = 10_000
const keysMax = 200_000

/** A holder may use so many keys in a day of UTC. */
export const keysADayMax = 100_000

const dayMs = 86_400_000

/** An idempotency key as it is sent: a UUIDv7 as 32 hex digits, the route it is used on, the SHA-256 of the body in hex. */
export interface Key {
  readonly route: string
  readonly id: string
  /** All of the digest's digits, or the first sixteen: so many are kept. */
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

/** Eight bytes, or a number of eights, as a text of as many characters up to 255: a name that costs a map little. */
function packedCodec(eights: number): Codec<string> {
  return {
    write: (writer, value) => {
      if (value.length !== 8 * eights) throw new RangeError(`${value.length} bytes are not ${8 * eights}`)
      for (let at = 0; at < value.length; at += 1) writer.u8(value.charCodeAt(at))
    },
    read: (reader) => {
      let value = ''
      for (let left = eights; left > 0; left -= 1) value += String.fromCharCode(...reader.raw(8))
      return value
    },
  }
}

const idCodec = packedCodec(2)
const digestCodec = packedCodec(1)
/** So many hex digits of a body's digest are kept. */
const digestDigits = 16
const compactId = /^[0-9a-f]{32}$/
const compactDigest = /^[0-9a-f]{16}/

/** Hex digits as the text of their bytes. */
export function packedOf(hex: string): string {
  let packed = ''
  for (let at = 0; at < hex.length; at += 2) packed += String.fromCharCode(Number.parseInt(hex.slice(at, at + 2), 16))
  return packed
}

/** A key as the facts bear it. */
export function packedKey({ holder, route, id, digest }: Key & { readonly holder: HolderId }) {
  return { holder, route, id: packedOf(id), digest: packedOf(digest.slice(0, digestDigits)) }
}

/** The hex digits of what {@link packedOf} packed. */
export function unpackedOf(packed: string): string {
  let hex = ''
  for (let at = 0; at < packed.length; at += 1) hex += packed.charCodeAt(at).toString(16).padStart(2, '0')
  return hex
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
    idCodec.write(writer, packedOf(key.id))
    digestCodec.write(writer, packedOf(key.digest.slice(0, digestDigits)))
    writer.u53(key.asked ?? 0)
  },
  read: (reader) => {
    const form = reader.u8()
    if (form === forms.none) return null
    if (form === forms.plain) return { ...plainKeyCodec.read(reader), plain: true }
    if (form !== forms.compact) throw new RangeError(`no form ${form} of a key`)
    const route = routeCodec.read(reader)
    const id = unpackedOf(idCodec.read(reader))
    return { route, id, digest: unpackedOf(digestCodec.read(reader)), asked: reader.u53() }
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

/** A used key. `answer` is empty where it follows from the facts before it, by which the command placed a spot order. */
export const keyTakenCodec = struct({
  holder: holderId,
  route: routeCodec,
  id: idCodec,
  digest: digestCodec,
  answer: bytes,
})
export type KeyTaken = Of<typeof keyTakenCodec>

export const keptKeysCodec = struct({
  day: u53,
  kept: list(struct({ holder: holderId, route: routeCodec, id: text, digest: text, answer: bytes, time: u53 })),
  owners: list(struct({ holder: holderId, floor: u53, forgotten: u53, today: u53 })),
})
type KeptKeys = Of<typeof keptKeysCodec>

/** A first answer: its bytes, or the facts of a placed order, of which the bytes are made when they are asked for. */
export type KeptAnswer = Uint8Array | readonly SpotEvent[]

interface Kept extends Omit<KeyTaken, 'answer'> {
  readonly answer: KeptAnswer
  readonly time: number
}

interface Owner {
  /** How many of its keys stand in memory. */
  kept: number
  /** The latest time that a forgotten key bears, and the latest at which one was used. */
  floor: number
  forgotten: number
  today: number
}

function nameOf(holder: HolderId, route: string, id: string): string {
  const place = routePlaces.get(route)
  return id + (place === undefined ? `\0${route}\0` : String.fromCharCode(place)) + holderName(holder)
}

/**
 * The keys of the last minutes, by holder, route and id, in the order in which they were used. Whatever is forgotten, by age
 * or for want of room, leaves behind up to what time a key may be one of these: such a one acts only where the table was
 * asked for it, as of a time since when nothing of its holder was forgotten.
 */
export class Keys {
  readonly #kept = new Map<string, Kept>()
  readonly #owners = new Map<HolderId, Owner>()
  #day = 0

  get size(): number {
    return this.#kept.size
  }

  /** What a key was used for and answered with, where it is remembered. */
  find(holder: HolderId, route: string, id: string): Pick<Kept, 'digest' | 'answer' | 'time'> | undefined {
    return compactId.test(id) ? this.#kept.get(nameOf(holder, route, packedOf(id))) : undefined
  }

  /** Whether a key that bears `time` and is not remembered may have been used all the same. */
  mayBeForgotten(holder: HolderId, time: number, now: number): boolean {
    return time <= Math.max(this.#owners.get(holder)?.floor ?? 0, now - keyMemoryMs)
  }

  /** Whether a table that was complete as of `asked` knows all of a holder's keys that are not remembered. */
  isKnownSince(holder: HolderId, asked: number, now: number): boolean {
    return asked >= Math.max(this.#owners.get(holder)?.forgotten ?? 0, now - keyMemoryMs)
  }

  /** Whether a holder has used all keys of the day. */
  isSpent(holder: HolderId, now: number): boolean {
    return Math.floor(now / dayMs) <= this.#day && (this.#owners.get(holder)?.today ?? 0) >= keysADayMax
  }

  /** Remembers a key that was used at `time`, as far as there is room, and forgets those of long ago. */
  remember({ holder, route, id, digest }: Omit<KeyTaken, 'answer'>, answer: KeptAnswer, time: number): void {
    this.#prune(time)
    const owner = this.#ownerOf(holder)
    owner.today += 1
    if (owner.kept >= keysOfHolderMax || this.#kept.size >= keysMax) return forget(owner, id, time)
    owner.kept += 1
    this.#kept.set(nameOf(holder, route, id), { holder, route, id, digest, answer, time })
  }

  #ownerOf(holder: HolderId): Owner {
    let owner = this.#owners.get(holder)
    if (!owner) this.#owners.set(holder, (owner = { kept: 0, floor: 0, forgotten: 0, today: 0 }))
    return owner
  }

  #prune(now: number): void {
    const before = now - keyMemoryMs
    for (const [name, { holder, id, time }] of this.#kept) {
      if (time >= before) break
      this.#kept.delete(name)
      const owner = this.#ownerOf(holder)
      owner.kept -= 1
      forget(owner, id, time)
    }
    const day = Math.floor(now / dayMs)
    if (day <= this.#day) return
    this.#day = day
    for (const [holder, owner] of this.#owners) {
      owner.today = 0
      if (owner.kept === 0 && Math.max(owner.floor, owner.forgotten) < before) this.#owners.delete(holder)
    }
  }

  /** What a snapshot keeps; `bytesOf` gives an answer's canonical bytes. */
  keep(bytesOf: (answer: KeptAnswer, time: number) => Uint8Array): KeptKeys {
    const kept = [...this.#kept.values()].map(({ id, digest, answer, ...rest }) => {
      return { ...rest, id: unpackedOf(id), digest: unpackedOf(digest), answer: bytesOf(answer, rest.time) }
    })
    const owners = [...this.#owners].map(([holder, { floor, forgotten, today }]) => ({
      holder,
      floor,
      forgotten,
      today,
    }))
    return { day: this.#day, kept, owners }
  }

  /** Takes over what {@link keep} gave; for new keys alone. */
  restore({ day, kept, owners }: KeptKeys): void {
    this.#day = day
    for (const { holder, ...owner } of owners) this.#owners.set(holder, { ...owner, kept: 0 })
    for (const { id, digest, ...rest } of kept) {
      const packed = packedOf(id)
      this.#kept.set(nameOf(rest.holder, rest.route, packed), { ...rest, id: packed, digest: packedOf(digest) })
      this.#ownerOf(rest.holder).kept += 1
    }
  }
}

function forget(owner: Owner, id: string, time: number): void {
  owner.floor = Math.max(owner.floor, packedTime(id))
  owner.forgotten = Math.max(owner.forgotten, time)
}

// the first 48 bits of a UUIDv7
function packedTime(id: string): number {
  let time = 0
  for (let at = 0; at < 6; at += 1) time = time * 256 + id.charCodeAt(at)
  return time
}

/** The time in a UUIDv7 of 32 hex digits, in UTC milliseconds; null where it is none. */
export function keyTime(id: string): number | null {
  return /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/.test(id) ? Number.parseInt(id.slice(0, 12), 16) : null
}

/** Whether a key is of the body that another one was used with; both digests may be cut. */
export function isSameBody(sent: string, kept: string): boolean {
  return sent.slice(0, digestDigits) === kept.slice(0, digestDigits)
}
