import type { Effect } from '../derivative/event.ts'
import { holderName, type HolderId, type Realm } from '../ledger/holders.ts'
import type { State } from '../state.ts'
import type { Event } from '../vocabulary.ts'

// Contracts and perpetuals once more, from the facts alone: what each order holds, and what each position comes to by its
// fills. An order fills once, within its limit, and only as it was meant to.

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>
type Side = 'buy' | 'sell'

const rateOne = 1_000_000_000n
const usdt = 0
const contract = { account: 'contract', currency: usdt } as const

/** n / d rounded up. */
export const ceil = (n: bigint, d: bigint): bigint => (n + d - 1n) / d

/** One hold. */
export interface Held {
  readonly holder: HolderId
  readonly account: 'coin' | 'contract' | 'option'
  readonly currency: number
  readonly amount: bigint
}

interface Ordered {
  readonly holder: HolderId
  readonly listing: number
  readonly holds: boolean
  readonly reduces: boolean
  readonly waits: boolean
  readonly multiple: bigint
  readonly rates: Readonly<Record<'maker' | 'taker', bigint>>
  price: number
  lots: number
  filled: number
  quoteFilled: bigint
  feeScaled: bigint
}

/** A position by its fills: lots above zero for a long, what they cost, and what is held for it alone. */
interface Filled {
  readonly holder: HolderId
  readonly realm: Realm
  readonly listing: number
  readonly kind: Effect['kind']
  multiple: bigint
  lots: bigint
  cost: bigint
  margin: bigint
}

/** Facts in; orders and positions out. */
export class MoneyPositions {
  readonly #state: State
  readonly #paid: (realm: Realm, account: 'fees' | 'insurance', amount: bigint) => void
  readonly #ordered = new Map<number, Ordered>()
  /** By number; those of the house by realm and listing. */
  readonly #positions = new Map<number | string, Filled>()

  /** `paid` hears what facts pay to accounts of the house. */
  constructor(state: State, paid: (realm: Realm, account: 'fees' | 'insurance', amount: bigint) => void) {
    this.#state = state
    this.#paid = paid
  }

  /** All that is open. */
  all(): Iterable<Filled> {
    return this.#positions.values()
  }

  /** Takes a fact that has just been evolved. */
  take(event: Event): void {
    switch (event.type) {
      case 'derivativeOrderAccepted':
      case 'derivativeOrderAmended':
      case 'derivativeOrderCut':
      case 'derivativeOrderClosed':
        this.#takeOrder(event)
        return
      case 'derivativeTraded':
        this.#trade(event, 'maker', event.takerSide === 'buy' ? 'sell' : 'buy')
        this.#trade(event, 'taker', event.takerSide)
        return
      case 'positionTakenOver':
        this.#takeOver(event)
        return
      case 'positionMarked':
        this.#position(event.position).cost = event.cost
        return
      case 'marginAdded':
        this.#position(event.position).margin += event.amount
        return
      case 'fundingPaid':
        for (const { position, marginChange } of event.lines) this.#position(position).margin += marginChange
        this.#paid(event.realm, 'insurance', -event.insurance)
        return
      default:
    }
  }

  #takeOrder(
    event: EventOf<
      'derivativeOrderAccepted' | 'derivativeOrderAmended' | 'derivativeOrderCut' | 'derivativeOrderClosed'
    >,
  ): void {
    if (event.type === 'derivativeOrderClosed') this.#ordered.delete(event.order)
    else if (event.type === 'derivativeOrderAccepted') {
      const { holder, listing, price, lots } = event
      const holds = event.kind === 'limit' && event.purpose === 'open' && !event.reduceOnly
      const reduces = event.reduceOnly || event.purpose !== 'open'
      const waits = event.timeInForce === 'POST_ONLY'
      const rates = { maker: BigInt(event.feeRateMaker), taker: BigInt(event.feeRateTaker) }
      const multiple = BigInt(event.multiple)
      const none = { filled: 0, quoteFilled: 0n, feeScaled: 0n }
      this.#ordered.set(event.order, { holder, listing, price, lots, holds, reduces, waits, rates, multiple, ...none })
    } else {
      const price = event.type === 'derivativeOrderAmended' ? { price: event.price } : {}
      Object.assign(this.#order(event.order), { lots: event.lots }, price)
    }
  }

  #order(id: number): Ordered {
    const order = this.#ordered.get(id)
    if (!order) throw new Error(`a fact names order ${id}, which is not open`)
    return order
  }

  #position(id: number): Filled {
    const position = this.#positions.get(id)
    if (!position) throw new Error(`a fact names position ${id}, which is not open`)
    return position
  }

  #unit(listing: number): bigint {
    const terms = this.#state.derivative.terms[listing]
    // a hundredth of a lot at a tick: contract size × tick, in units of USDT
    const { priceDecimals, base } = this.#state.venue.listings[listing]
    const scale = 6 - (this.#state.venue.currencies[base]?.scale ?? 0) - priceDecimals - 2
    const size = BigInt(terms?.contractSize ?? 0)
    return scale >= 0 ? size * 10n ** BigInt(scale) : size / 10n ** BigInt(-scale)
  }

  #trade(event: EventOf<'derivativeTraded'>, role: 'maker' | 'taker', side: Side): void {
    const effect = event[role]
    const { realm, listing, price, lots } = event
    const { kind, holder } = effect
    const unit = this.#unit(listing)
    const quote = BigInt(price) * BigInt(lots) * unit
    if (quote !== event.quoteAmount) throw new Error(`trade ${event.trade} is for ${event.quoteAmount}, not ${quote}`)
    const signed = side === 'buy' ? BigInt(lots) : -BigInt(lots)
    if (kind === 'house') {
      this.#fill(`${realm} ${listing}`, { holder, realm, listing, kind, multiple: 1n }, signed, quote)
      return
    }
    const order = this.#order(effect.order)
    order.filled += lots
    order.quoteFilled += quote
    order.feeScaled += quote * order.rates[role]
    this.#mayFill(event, role, side, order)
    if (effect.filled) this.#ordered.delete(effect.order)
    this.#paid(realm, 'fees', effect.fee)
    this.#paid(realm, 'insurance', effect.insurance)
    const about = { holder, realm, listing, kind, multiple: BigInt(effect.multiple) }
    const closed = BigInt(effect.lotsClosed) * BigInt(price) * unit
    const sign = side === 'buy' ? 1n : -1n
    if (effect.closing > 0) {
      // what a position's own margin loses; where it flips, all of it
      const at = this.#position(effect.closing)
      at.margin = effect.opening > 0 ? 0n : at.margin + effect.marginChange
      this.#fill(effect.closing, about, sign * BigInt(effect.lotsClosed), closed)
    }
    if (effect.opening === 0) return
    const before = this.#positions.get(effect.opening)
    this.#fill(effect.opening, about, sign * BigInt(effect.lotsOpened), quote - closed)
    const at = this.#position(effect.opening)
    at.margin = effect.closing > 0 ? effect.margin : (before?.margin ?? 0n) + effect.marginChange
  }

  #mayFill(
    { price, maker, taker }: EventOf<'derivativeTraded'>,
    role: 'maker' | 'taker',
    side: Side,
    order: Ordered,
  ): void {
    const effect = role === 'maker' ? maker : taker
    const left = order.lots - order.filled
    if (maker.holder === taker.holder) throw new Error(`${holderName(maker.holder)} trades with itself`)
    if (order.reduces && effect.lotsOpened > 0) throw new Error(`${effect.order} opens, but was to reduce`)
    if (left < 0 || effect.filled !== (left === 0)) throw new Error(`${effect.order} has ${left} left`)
    const isWorse = side === 'buy' ? price > order.price : price < order.price
    if (order.price > 0 && isWorse) throw new Error(`${effect.order} trades at ${price}, beyond ${order.price}`)
    if (order.waits && role === 'taker') throw new Error(`${effect.order} takes, but was to wait`)
  }

  // lots above zero are bought: what is against the position closes at cost·c/q, up for a long, down for a short
  #fill(id: number | string, about: Omit<Filled, 'lots' | 'cost' | 'margin'>, signed: bigint, quote: bigint): void {
    const at = this.#positions.get(id) ?? { ...about, lots: 0n, cost: 0n, margin: 0n }
    this.#positions.set(id, at)
    const size = at.lots < 0n ? -at.lots : at.lots
    const lots = signed < 0n ? -signed : signed
    const closes = at.lots * signed < 0n ? (lots < size ? lots : size) : 0n
    if (closes > 0n) {
      const share = closes === size ? at.cost : at.lots > 0n ? ceil(at.cost * closes, size) : (at.cost * closes) / size
      at.cost -= share
    }
    at.cost += (quote * (lots - closes)) / (lots === 0n ? 1n : lots)
    at.lots += signed
    if (at.lots === 0n && at.margin === 0n) this.#positions.delete(id)
  }

  #takeOver(event: EventOf<'positionTakenOver'>): void {
    const at = this.#position(event.position)
    if (at.margin + event.marginChange !== 0n) throw new Error(`${event.position} leaves ${at.margin} held behind it`)
    this.#positions.delete(event.position)
    const { realm, listing, house, proceeds } = event
    this.#paid(realm, 'insurance', -event.insurance)
    const about = { holder: house.holder, realm, listing, kind: 'house', multiple: 1n } as const
    this.#fill(`${realm} ${listing}`, about, at.lots, proceeds)
  }

  /** What each order and each position on its own margin holds. */
  *holds(): Generator<Held> {
    for (const { holder, listing, holds, price, lots, filled, quoteFilled, ...order } of this.#ordered.values()) {
      if (!holds) continue
      const rest = BigInt(price) * BigInt(lots - filled) * this.#unit(listing)
      const margin = ceil(quoteFilled + rest, order.multiple) - ceil(quoteFilled, order.multiple)
      const fee = ceil(order.feeScaled + rest * order.rates.taker, rateOne) - ceil(order.feeScaled, rateOne)
      yield { holder, ...contract, amount: margin + fee }
    }
    for (const { holder, margin } of this.#positions.values()) yield { holder, ...contract, amount: margin }
  }

  /** What the engine has open otherwise than the facts do. */
  *wrong(): Generator<string> {
    const { derivative } = this.#state
    let users = 0
    const seen = new Set<string>()
    for (const [id, { holder, realm, listing, kind, lots, cost, margin }] of this.#positions) {
      const size = Number(lots < 0n ? -lots : lots)
      const side = lots < 0n ? 'short' : 'long'
      const at = typeof id === 'number' ? derivative.positions.get(id) : derivative.house[realm][listing]
      const right = at && at.lots === size && at.cost === cost && at.side === side
      if (!right) yield `${id} is ${at?.side} ${at?.lots} for ${at?.cost}, its fills are ${side} ${size} for ${cost}`
      if (typeof id === 'string') continue
      users++
      if (derivative.positions.get(id)?.margin !== margin) yield `${id} has not the margin ${margin}`
      if (kind === 'ticket') continue
      if (seen.has(`${holderName(holder)} ${listing}`))
        yield `${holderName(holder)} has two net positions in ${listing}`
      seen.add(`${holderName(holder)} ${listing}`)
    }
    if (users !== derivative.positions.size) yield `${derivative.positions.size} positions, not ${users}`
  }
}
