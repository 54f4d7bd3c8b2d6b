import { evolve } from '@truemark/core/exchange'
import { hexOf } from '@truemark/core/keyBytes'
import { holderName } from '@truemark/core/ledger/holders'
import { sums } from '@truemark/core/query'
import { type State, createState } from '@truemark/core/state'
import { MoneyBooks } from '@truemark/core/testing/moneyBooks'
import { capsWrong, settledWrong } from '@truemark/core/testing/moneyCaps'
import type { Event } from '@truemark/core/vocabulary'
import { splitFrames } from '../../apps/server/src/engine/frames.ts'
import { type ChainEnd, type JournalRow, chainFault, chainStart } from '../../apps/server/src/engine/journalRow.ts'
import { Purses } from './purses.ts'
import { Reckonings } from './reckonings.ts'
import { SpotOrders } from './spotOrders.ts'
import type { ToldFacts } from './told.ts'

/** What is known of a key from outside: how often it was done, refused for sure, and left unanswered. */
interface Told {
  answer: string | null
  isUnsure: boolean
}

const looksApart = 400

/**
 * Who watches from outside. It follows what is committed with sums of its own, and holds what clients were told against
 * it. Throws at the first thing that may not be. One that is asleep only counts what happens around it: a run that comes
 * to the hash of one that was judged needs no judging of its own.
 */
export class Judge {
  /** What the journal comes to, for whoever needs to look at accounts while no engine runs. */
  readonly replica: State = createState()
  readonly #books = new MoneyBooks(this.replica)
  readonly #purses = new Purses()
  readonly #reckonings = new Reckonings(this.replica)
  readonly #spot = new SpotOrders((holder) => this.replica.venue.holders.realm(holder) ?? '')
  readonly #keys = new Map<string, Told>()
  readonly #done = new Map<string, { times: number; readonly digest: string }>()
  /** The true price of each second by listing, as the market told it. */
  readonly #prices = new Map<string, Set<number>>()
  /** What happened around the exchange, each so often. */
  readonly seen = new Map<string, number>()
  /** What was told in the journal, each so often, and what was looked at. */
  readonly told = new Map<string, number>()
  readonly isAsleep: boolean
  readonly #facts: ToldFacts
  #end: ChainEnd = chainStart
  #heard = 0
  #lookedAt = 0

  constructor(isAsleep: boolean, facts: ToldFacts) {
    this.isAsleep = isAsleep
    this.#facts = facts
  }

  get end(): ChainEnd {
    return this.#end
  }

  get facts(): number {
    return this.#heard
  }

  count(name: string): void {
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
  }

  countTold(name: string): void {
    this.told.set(name, (this.told.get(name) ?? 0) + 1)
  }

  /** A row that has just been committed. */
  take(row: JournalRow): void {
    const fault = this.isAsleep ? null : chainFault(this.#end, row)
    if (fault !== null) throw new Error(fault)
    if (row.epoch > this.#end.epoch && this.#end.seq > 0) this.count('another engine writes')
    this.#end = { seq: row.seq, time: row.time, epoch: row.epoch, digest: row.digest }
    if (this.isAsleep) return
    for (const frame of splitFrames(row.events)) {
      for (const event of this.#facts.of(frame)) this.#takeEvent(event, row.time)
    }
    if (row.seq - this.#lookedAt >= looksApart) this.look()
  }

  #takeEvent(event: Event, now: number): void {
    this.#heard += 1
    this.countTold(nameOf(event))
    const faults = [...settledWrong(this.replica, this.#reckonings.marksOf(event), event)]
    const spot = spotOf(event)
    const outOfTurn = spot === null ? null : this.#spot.take(spot)
    if (outOfTurn !== null) faults.push(outOfTurn)
    faults.push(...this.#priceWrong(event), ...this.#reckonings.take(event, now))
    evolve(this.replica, event, now)
    this.#books.take(event)
    this.#purses.take(event)
    if (event.type === 'optionPlaced' || event.type === 'miningOpened' || event.type === 'investBought')
      faults.push(...capsWrong(this.replica, [], event))
    if (event.type === 'keyTaken') {
      const name = hexOf(event.id)
      const times = (this.#done.get(name)?.times ?? 0) + 1
      this.#done.set(name, { times, digest: hexOf(event.digest) })
      if (times > 1) faults.push(`the key ${name} was used ${times} times`)
    }
    if (faults.length > 0) throw new Error(`${event.type} at row ${this.#end.seq}: ${faults.join('; ')}`)
  }

  /** What the market said of a second. */
  priced(listing: number, stamp: number, indexTenths: number): void {
    if (this.isAsleep) return
    const name = `${listing} ${stamp}`
    const said = this.#prices.get(name) ?? new Set()
    this.#prices.set(name, said.add(indexTenths))
  }

  // an option's two prices are what the market said, to whoever holds it
  #priceWrong(event: Event): string[] {
    if (event.type === 'optionsEntered' || event.type === 'optionExitFixed') {
      const said = this.#prices.get(`${event.listing} ${event.stamp}`)
      return said?.has(event.indexTenths) === true
        ? []
        : [`${event.listing} was not ${event.indexTenths} at ${event.stamp}`]
    }
    if (event.type !== 'optionSettled') return []
    const said = this.#prices.get(`${event.listing} ${event.exitStamp}`)
    const isSaid = said === undefined || said.has(event.exitTenths)
    return isSaid ? [] : [`${event.order} ends at ${event.exitTenths}, which nobody said`]
  }

  /** Somebody was told that what they sent under a key was done, with this answer. */
  acknowledged(key: string, answer: () => string): void {
    if (this.isAsleep) return
    const told = this.#told(key)
    if (this.#done.get(key)?.times !== 1) throw new Error(`the key ${key} was acknowledged, and stands nowhere`)
    const said = answer()
    if (told.answer !== null && told.answer !== said) throw new Error(`the key ${key} was answered in two ways`)
    told.answer = said
  }

  /** Somebody was told that nothing was done. */
  refused(key: string): void {
    if (!this.isAsleep) this.#told(key)
  }

  /** Somebody heard nothing, or that nobody knows. */
  unsure(key: string): void {
    if (!this.isAsleep) this.#told(key).isUnsure = true
  }

  /** The body's digest with which a key stands in the journal. */
  digestOf(key: string): string | null {
    return this.#done.get(key)?.digest ?? null
  }

  #told(key: string): Told {
    let told = this.#keys.get(key)
    if (told === undefined) this.#keys.set(key, (told = { answer: null, isUnsure: false }))
    return told
  }

  /** Looks at all accounts and holds. */
  look(): void {
    if (this.isAsleep) return
    this.#lookedAt = this.#end.seq
    const faults = [...this.#books.wrong(), ...this.#purses.wrong(this.replica)]
    for (const { realm, currency, posted, frozen, held } of sums(this.replica).sums) {
      if (posted !== 0n || frozen !== held)
        faults.push(`${currency} of ${realm} sums to ${posted}, ${frozen} of ${held}`)
    }
    if (faults.length > 0) throw new Error(`after row ${this.#end.seq}: ${faults.slice(0, 5).join('; ')}`)
  }

  /** At the end, when nothing is under way: what was told of every key. */
  close(): void {
    if (this.isAsleep) return
    for (const [key, { answer, isUnsure }] of this.#keys) {
      const times = this.#done.get(key)?.times ?? 0
      if (answer !== null && times !== 1) throw new Error(`the key ${key} was acknowledged and done ${times} times`)
      if (answer === null && !isUnsure && times > 0) throw new Error(`the key ${key} was refused and done`)
    }
  }
}

function spotOf(event: Event): Parameters<SpotOrders['take']>[0] | null {
  switch (event.type) {
    case 'spotOrderAccepted':
    case 'spotTraded':
    case 'spotOrderAmended':
    case 'spotOrderClosed':
      return event
    default:
      return null
  }
}

/** What a fact is called where rare ones are counted. */
function nameOf(event: Event): string {
  switch (event.type) {
    case 'derivativeTraded':
      return `${event.type} ${event.taker.purpose}`
    case 'positionTakenOver':
      return `${event.type} ${event.cause}${event.insurance > 0n ? ' by the fund' : ''}${event.uncovered > 0n ? ' uncovered' : ''}`
    case 'spotTraded':
      return holderName(event.makerHolder).length < 2 ? 'spotTraded with the house' : event.type
    case 'optionSettled':
    case 'withdrawalClosed':
    case 'depositClosed':
      return `${event.type} ${event.outcome}`
    default:
      return event.type
  }
}
