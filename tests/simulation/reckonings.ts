import { type HolderId, houseHolder } from '@truemark/core/ledger/holders'
import type { State } from '@truemark/core/state'
import { availableOf, maintenanceAt, profitOf } from '@truemark/core/testing/marginRules'
import type { Event } from '@truemark/core/vocabulary'

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>

const one = 1_000_000_000n
const quoteLivesMs = 10_000
const perTenthLot = 10n

function floor(n: bigint, d: bigint): bigint {
  return n >= 0n || n % d === 0n ? n / d : n / d - 1n
}

function ceil(n: bigint, d: bigint): bigint {
  return -floor(-n, d)
}

/** To the nearest whole one, and to the even one where two are as near. */
function nearest(n: bigint, d: bigint): bigint {
  const low = floor(n, d)
  const twice = 2n * (n - low * d)
  if (twice === d) return low % 2n === 0n ? low : low + 1n
  return twice > d ? low + 1n : low
}

function clamp(value: bigint, bound: bigint): bigint {
  return value > bound ? bound : value < -bound ? -bound : value
}

interface Owed {
  readonly holder: HolderId
  /** Without the floor of what is there; above zero it is received. */
  readonly amount: bigint
}

/**
 * What the rules of funding, of the exchange desk and of liquidation say of a fact that is about to be evolved, in plain
 * sums from the specification: nothing is taken from the engine's own reckoning but the terms and what is open.
 */
export class Reckonings {
  readonly #marks: bigint[] = []
  readonly #premiums = new Map<string, bigint[]>()
  readonly #rates = new Map<string, bigint>()
  readonly #owed = new Map<string, Map<number, Owed>>()
  readonly #quotes = new Map<number, { readonly quoted: EventOf<'conversionQuoted'>; readonly at: number }>()
  readonly #state: State

  constructor(state: State) {
    this.#state = state
  }

  /** What is wrong with a fact of a row of this time. */
  take(event: Event, now: number): string[] {
    switch (event.type) {
      case 'premiumSampled':
        for (const { realm, listing, rate } of event.premiums) this.#of(realm, listing).push(BigInt(rate))
        return []
      case 'fundingSet':
        return [...this.#set(event)]
      case 'fundingPaid':
        return [...this.#paid(event)]
      case 'conversionQuoted':
        this.#quotes.set(event.quote, { quoted: event, at: now })
        return this.#quoted(event)
      case 'converted':
        return this.#converted(event, now)
      case 'liquidationStarted':
        for (const { listing, indexTenths } of event.positions) this.#marks[listing] = BigInt(indexTenths)
        return [...this.#liquidated(event)]
      case 'positionTakenOver':
        return this.#absorbed(event)
      default:
        return []
    }
  }

  /** The marks by which what is taken over is worth what it is: those of its liquidation, and its own. */
  marksOf(event: Event): readonly bigint[] {
    if (event.type === 'positionTakenOver') this.#marks[event.listing] = BigInt(event.indexTenths)
    return this.#marks
  }

  // whoever is bankrupt owes nothing: the fund pays what it has, and only what it has not is the house's own loss
  #absorbed({ position, realm, insurance, uncovered }: EventOf<'positionTakenOver'>): string[] {
    const owed = insurance + uncovered
    const stands = this.#state.venue.ledger.posted(houseHolder(realm, 'insurance'), 'coin', 0)
    const fund = stands > 0n ? stands : 0n
    const due = owed > fund ? fund : owed
    return insurance === due ? [] : [`the fund has ${fund} and pays ${insurance} of ${owed} for ${position}`]
  }

  #of(realm: string, listing: number): bigint[] {
    const name = `${realm} ${listing}`
    let premiums = this.#premiums.get(name)
    if (premiums === undefined) this.#premiums.set(name, (premiums = []))
    return premiums
  }

  *#set(event: EventOf<'fundingSet'>): Generator<string> {
    if (event.stamp % 28_800_000 !== 0) yield `a funding is set for ${event.stamp}`
    for (const { realm, listing, premiumRate, samples, rate, markTenths } of event.rates) {
      const premiums = this.#of(realm, listing)
      const sum = premiums.reduce((total, premium) => total + premium, 0n)
      const mean = premiums.length === 0 ? 0n : nearest(sum, BigInt(premiums.length))
      if (samples !== premiums.length || BigInt(premiumRate) !== mean)
        yield `the premium of ${listing} is ${premiumRate} of ${samples}, not ${mean} of ${premiums.length}`
      const due = samples === 0 || markTenths === 0 ? 0n : this.#rateOf(listing, mean)
      if (BigInt(rate) !== due) yield `the funding of ${listing} is ${rate}, not ${due}`
      this.#owe(event.stamp, realm, listing, due, BigInt(markTenths))
    }
    this.#premiums.clear()
  }

  #rateOf(listing: number, mean: bigint): bigint {
    const terms = this.#state.derivative.terms[listing]
    if (!terms) return 0n
    const pull = clamp(BigInt(terms.fundingInterestRate) - mean, BigInt(terms.fundingDampRateMax))
    return clamp(mean + pull, 2n * BigInt(terms.feeRatePerpetualTaker))
  }

  // who had a position open at the stamp pays for it or is paid, whatever becomes of it afterwards
  #owe(stamp: number, realm: string, listing: number, rate: bigint, mark: bigint): void {
    if (rate === 0n) return
    const owed = new Map<number, Owed>()
    for (const { id, side, lots, holder, openedAt, listing: own } of this.#state.derivative.positions.values()) {
      if (own !== listing || openedAt > stamp || this.#state.venue.holders.realm(holder) !== realm) continue
      const pays = side === 'long' ? rate : -rate
      const amount = floor(-pays * BigInt(lots) * mark * perTenthLot, one)
      if (amount !== 0n) owed.set(id, { holder, amount })
    }
    this.#owed.set(`${stamp} ${realm} ${listing}`, owed)
    this.#rates.set(`${stamp} ${realm} ${listing}`, rate)
  }

  *#paid(event: EventOf<'fundingPaid'>): Generator<string> {
    const name = `${event.stamp} ${event.realm} ${event.listing}`
    const owed = this.#owed.get(name)
    if (owed === undefined || this.#rates.get(name) !== BigInt(event.rate)) {
      yield `a funding of ${name} is paid which nobody set`
      return
    }
    for (const { position, holder, amount } of event.lines) {
      const due = owed.get(position)
      // nobody pays more than is there
      const isFloored = due !== undefined && due.amount < amount && amount <= 0n
      if (due === undefined || due.holder !== holder || (due.amount !== amount && !isFloored))
        yield `position ${position} is changed by ${amount} of ${due?.amount ?? 'nothing'} as funding`
      owed.delete(position)
    }
    if (!event.done) return
    if (owed.size > 0) yield `the funding ${name} has left out ${[...owed.keys()].join()}`
    this.#owed.delete(name)
  }

  // one smallest unit in smallest units of USDT, as a fraction
  #price(currency: number, indexTenths: number): [bigint, bigint] {
    if (currency === 0) return [1n, 1n]
    const listing = this.#state.venue.listings.find(({ base, quote }) => base === currency && quote === 0)
    return [BigInt(indexTenths) * BigInt(listing?.quotePerTickStep ?? 0), 10n * BigInt(listing?.basePerStep ?? 1)]
  }

  #quoted(event: EventOf<'conversionQuoted'>): string[] {
    const [up, down] = this.#price(event.source, event.sourceIndex)
    const [targetUp, targetDown] = this.#price(event.target, event.targetIndex)
    // both rates are 0.1 %: the spread against the index, and the fee off what is received
    const gross = floor(event.sourceAmount * up * targetDown * 999n, down * targetUp * 1_000n)
    const fee = ceil(gross, 1_000n)
    return event.fee === fee && event.targetAmount === gross - fee
      ? []
      : [`quote ${event.quote} gives ${event.targetAmount} and takes ${event.fee}, not ${gross - fee} and ${fee}`]
  }

  #converted(event: EventOf<'converted'>, now: number): string[] {
    const known = this.#quotes.get(event.quote)
    this.#quotes.delete(event.quote)
    if (known === undefined) return [`quote ${event.quote} is taken, and was never given`]
    const { quoted, at } = known
    const isSame =
      quoted.holder === event.holder &&
      quoted.source === event.source &&
      quoted.target === event.target &&
      quoted.sourceAmount === event.sourceAmount &&
      quoted.targetAmount === event.targetAmount &&
      quoted.fee === event.fee
    const isLate = now > at + quoteLivesMs
    return isSame && !isLate ? [] : [`quote ${event.quote} is taken ${isLate ? 'late' : 'otherwise than it was given'}`]
  }

  *#liquidated(event: EventOf<'liquidationStarted'>): Generator<string> {
    const { derivative } = this.#state
    const account = derivative.accounts.get(event.holder)
    if (account === undefined) return yield 'a liquidation of nobody'
    const [own] = event.position === 0 ? [] : [derivative.positions.get(event.position)]
    let equity = own?.margin ?? availableOf({ state: this.#state }, event.holder) + account.perpetualHold
    let maintenance = 0n
    const counted = [...account.positions.values()].filter(({ id, kind }) =>
      event.position === 0 ? kind === 'cross' : id === event.position,
    )
    for (const position of counted) {
      const told = event.positions.find((one) => one.position === position.id)
      if (told === undefined) return yield `a liquidation leaves position ${position.id} out`
      equity += profitOf(position, BigInt(told.indexTenths))
      maintenance += maintenanceAt(this.#state, account, position, BigInt(told.indexTenths))
    }
    if (counted.length !== event.positions.length) yield 'a liquidation counts what is not open'
    if (equity !== event.equity || maintenance !== event.maintenance)
      yield `a liquidation reckons ${event.equity} of ${event.maintenance}, not ${equity} of ${maintenance}`
    if (equity >= maintenance) yield `somebody with ${equity} of ${maintenance} is liquidated`
  }
}
