import { Writer } from './codec/bytes.ts'
import { idOf, type KeptKeys, type KeyTaken } from './keyBytes.ts'
import { KeyTable, type KeptKey, type KeySecret } from './keyTable.ts'
import type { HolderId } from './ledger/holders.ts'
import { dayMs } from './money/units.ts'
import type { SpotEvent } from './spot/event.ts'
import { writePlaced } from './spot/placed.ts'

/** How long the engine itself remembers a key that was used; after that the projected table answers for it. */
export const keyMemoryMs = 600_000

/** A key older than this is refused where the table does not know it: by then it may have been taken out of there. */
export const keyAgeMaxMs = dayMs

/** A key may bear a time this far ahead of the engine's: a client's clock is not always right. */
export const keyAheadMaxMs = dayMs

/** The most keys in memory, of one holder and of all; what comes beyond is left to the table at once. */
export const keysOfHolderMax = 10_000
export const keysMax = 200_000

/** The most bytes of all answers in memory. */
export const keyAnswersMax = 2 ** 26

/** The most keys a holder may use in a day of UTC. */
export const keysADayMax = 100_000

type Named = Omit<KeyTaken, 'answer' | 'holder'>

/** A first answer: its bytes, or the facts of a placed order, of which the bytes are made when they are asked for. */
export type KeptAnswer = Uint8Array | readonly SpotEvent[]

interface Owner {
  readonly holder: HolderId
  /** Told apart by it in the table; no part of the state. */
  readonly number: number
  /** How many of its keys stand in memory. */
  kept: number
  /** The latest time that a forgotten key bears, and the latest at which one was used. */
  floor: number
  forgotten: number
  today: number
}

export type Remembered = KeptKey<Owner>

/**
 * The keys of the last minutes, by holder, route and id, in the order in which they were used. Whatever is forgotten, by age
 * or for want of room, leaves behind up to what time a key may be one of these: such a one acts only where the table was
 * asked for it, as of a time since when nothing of its holder was forgotten.
 */
export class Keys {
  readonly #kept: KeyTable<Owner>
  readonly #owners = new Map<HolderId, Owner>()
  readonly #short = new Writer()
  #numbers = 0
  #day = 0

  constructor(secret: KeySecret = [0, 0]) {
    this.#kept = new KeyTable(secret)
  }

  get size(): number {
    return this.#kept.size
  }

  /** What the keys take of memory but for what is kept by holder, in bytes. */
  get bytes(): number {
    return this.#kept.bytes
  }

  /** What a key was used for and answered with, where it is remembered. */
  find(holder: HolderId, route: string, id: string): Remembered | undefined {
    const owner = this.#owners.get(holder)
    const words = idOf(id)
    return owner && words ? this.#kept.find(owner, route, words) : undefined
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
  remember(used: Omit<KeyTaken, 'answer'>, answer: KeptAnswer, time: number): void {
    this.#prune(time)
    const owner = this.#ownerOf(used.holder)
    owner.today += 1
    if (answer instanceof Uint8Array) return this.#keep(used, owner, time, answer, answer.length, false)
    const short = this.#short
    short.reset()
    writePlaced(short, answer)
    this.#keep(used, owner, time, short.reserve(0), short.length, true)
  }

  #keep(key: Named, owner: Owner, time: number, answer: Uint8Array, length: number, placed: boolean): void {
    const kept = this.#kept
    const hasRoom = owner.kept < keysOfHolderMax && kept.size < keysMax && kept.answerBytes + length <= keyAnswersMax
    if (!hasRoom) return forget(owner, key.id[0], key.id[1], time)
    owner.kept += 1
    kept.add(key, owner, time, answer, length, placed)
  }

  #ownerOf(holder: HolderId): Owner {
    const known = this.#owners.get(holder)
    if (known) return known
    return this.#open(holder, { floor: 0, forgotten: 0, today: 0 })
  }

  #open(holder: HolderId, told: Pick<Owner, 'floor' | 'forgotten' | 'today'>): Owner {
    this.#numbers += 1
    const { floor, forgotten, today } = told
    const owner: Owner = { holder, number: this.#numbers, kept: 0, floor, forgotten, today }
    this.#owners.set(holder, owner)
    return owner
  }

  #prune(now: number): void {
    const before = now - keyMemoryMs
    while (this.#kept.firstTime < before) this.#kept.shift(forgetFirst)
    const day = Math.floor(now / dayMs)
    if (day <= this.#day) return
    this.#day = day
    for (const [holder, owner] of this.#owners) {
      owner.today = 0
      if (owner.kept === 0 && Math.max(owner.floor, owner.forgotten) < before) this.#owners.delete(holder)
    }
  }

  /** What a snapshot keeps. */
  keep(): KeptKeys {
    const kept = Array.from(this.#kept, ({ owner: { holder }, ...key }) => ({ holder, ...key }))
    const owners = Array.from(this.#owners.values(), ({ holder, floor, forgotten, today }) => {
      return { holder, floor, forgotten, today }
    })
    return { day: this.#day, kept, owners }
  }

  /** Takes over what {@link keep} gave; for new keys alone. */
  restore({ day, kept, owners }: KeptKeys): void {
    this.#day = day
    for (const { holder, ...told } of owners) this.#open(holder, told)
    for (const { holder, ...key } of kept) {
      const owner = this.#ownerOf(holder)
      owner.kept += 1
      this.#kept.add(key, owner, key.time, key.answer, key.answer.length, key.placed)
    }
  }
}

function forgetFirst(owner: Owner, idHigh: number, idLow: number, time: number): void {
  owner.kept -= 1
  forget(owner, idHigh, idLow, time)
}

// the first 48 bits of a UUIDv7 are its time
function forget(owner: Owner, idHigh: number, idLow: number, time: number): void {
  owner.floor = Math.max(owner.floor, (idHigh >>> 0) * 65_536 + (idLow >>> 16))
  owner.forgotten = Math.max(owner.forgotten, time)
}

/** The time in a UUIDv7 of 32 hex digits, in UTC milliseconds; null where it is none. */
export function keyTime(id: string): number | null {
  return /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/.test(id) ? Number.parseInt(id.slice(0, 12), 16) : null
}
