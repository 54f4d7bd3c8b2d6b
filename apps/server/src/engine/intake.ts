import type { HolderId } from '@truemark/core/ledger/holders'

/** What waits for the engine. A lower `arrival` came first. */
export interface Waiting {
  readonly request: number
  readonly kind: 'command' | 'query'
  readonly source: Source
  readonly bytes: Uint8Array
}

/**
 * Who asks. `house` is the market, the clock and the operator: it goes first and is never slowed.
 * A holder is a user in one realm.
 */
export type Source =
  | { readonly kind: 'house' }
  | {
      readonly kind: 'holder'
      readonly holder: HolderId
      readonly realm: Realm
      /** For whose call it is: who is told where the command stands in the journal. It stays in its thread. */
      readonly asker?: object
    }
export type Realm = 'real' | 'demo'

export interface IntakeLimits {
  readonly waitingMax: number
  readonly houseWaitingMax: number
  /** Of one holder, so that no single user can fill the queue. */
  readonly holderWaitingMax: number
  readonly batchCommandsMax: number
  readonly batchBytesMax: number
}

export const intakeLimits: IntakeLimits = {
  waitingMax: 65_536,
  houseWaitingMax: 8_192,
  holderWaitingMax: 4_096,
  batchCommandsMax: 4_096,
  batchBytesMax: 4 * 1024 * 1024,
}

interface Entry {
  readonly item: Waiting
  readonly arrival: number
}

interface Lane {
  readonly entries: Entry[]
  head: number
}

/** One realm's lanes, in the order in which their turn comes. */
class Ring {
  readonly #lanes = new Map<HolderId, Lane>()
  #order: Lane[] = []
  #turn = 0

  lengthOf(holder: HolderId): number {
    const lane = this.#lanes.get(holder)
    return lane === undefined ? 0 : lane.entries.length - lane.head
  }

  push(holder: HolderId, entry: Entry): void {
    let lane = this.#lanes.get(holder)
    if (lane === undefined) {
      lane = { entries: [], head: 0 }
      this.#lanes.set(holder, lane)
      this.#order.push(lane)
    }
    lane.entries.push(entry)
  }

  /** The first of the next holder in turn; null when none waits. */
  next(): Entry | null {
    while (this.#order.length > 0) {
      if (this.#turn >= this.#order.length) this.#turn = 0
      const lane = this.#order[this.#turn]
      const entry = lane?.entries[lane.head]
      if (lane === undefined || entry === undefined) {
        this.#drop()
        continue
      }
      lane.head += 1
      if (lane.head > 1_024 && lane.head * 2 > lane.entries.length) {
        lane.entries.splice(0, lane.head)
        lane.head = 0
      }
      this.#turn += 1
      return entry
    }
    return null
  }

  /** Takes empty lanes out in one pass, so that dropping thousands of them stays linear. */
  #drop(): void {
    const before = this.#order.slice(0, this.#turn).filter((lane) => lane.head < lane.entries.length).length
    this.#order = this.#order.filter((lane) => lane.head < lane.entries.length)
    this.#turn = before
    for (const [holder, lane] of this.#lanes) if (lane.head >= lane.entries.length) this.#lanes.delete(holder)
  }
}

/**
 * The engine's bounded queue. When all that waits fits in a batch it leaves in the order of arrival. When it
 * doesn't, the house goes first, then real and demo take turns, and within a realm its holders do.
 */
export class Intake {
  readonly #limits: IntakeLimits
  readonly #house: Entry[] = []
  readonly #real = new Ring()
  readonly #demo = new Ring()
  #users = 0
  #arrivals = 0
  #demoNext = false

  constructor(limits: IntakeLimits = intakeLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#house.length + this.#users
  }

  /** How many wait that are not the house's. */
  get users(): number {
    return this.#users
  }

  /** Queues `item`; false when there is no room for it, and then it is not queued. */
  offer(item: Waiting): boolean {
    const entry = { item, arrival: this.#arrivals++ }
    if (item.source.kind === 'house') {
      if (this.#house.length >= this.#limits.houseWaitingMax) return false
      this.#house.push(entry)
      return true
    }
    const ring = item.source.realm === 'real' ? this.#real : this.#demo
    if (this.#users >= this.#limits.waitingMax) return false
    if (ring.lengthOf(item.source.holder) >= this.#limits.holderWaitingMax) return false
    ring.push(item.source.holder, entry)
    this.#users += 1
    return true
  }

  /** Takes the next batch: within the limits of count and bytes, of users at most `usersMax`; at least one if any may go. */
  take(usersMax: number): Waiting[] {
    const taken: Entry[] = []
    let bytes = 0
    const fits = (): boolean => taken.length < this.#limits.batchCommandsMax && bytes < this.#limits.batchBytesMax
    let houseTaken = 0
    for (const entry of this.#house) {
      if (!fits()) break
      taken.push(entry)
      bytes += entry.item.bytes.length
      houseTaken += 1
    }
    this.#house.splice(0, houseTaken)
    for (let users = 0; users < usersMax && this.#users > 0 && fits(); users += 1) {
      const entry = this.#nextUser()
      if (entry === null) break
      taken.push(entry)
      bytes += entry.item.bytes.length
      this.#users -= 1
    }
    const house = taken.slice(0, houseTaken)
    const users = taken.slice(houseTaken).toSorted((a, b) => a.arrival - b.arrival)
    return [...house, ...users].map((entry) => entry.item)
  }

  #nextUser(): Entry | null {
    const first = this.#demoNext ? this.#demo : this.#real
    const second = this.#demoNext ? this.#real : this.#demo
    this.#demoNext = !this.#demoNext
    return first.next() ?? second.next()
  }
}
