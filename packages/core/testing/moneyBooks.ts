import type { Effect } from '../derivative/event.ts'
import { houseHolder, userHolderMin, type HolderId, type Realm } from '../ledger/holders.ts'
import type { State } from '../state.ts'
import type { Event } from '../vocabulary.ts'

// The books once more, from the facts alone: what is held of whom, what is open, and what those accounts of the house
// must stand at that no price decides. Nothing is taken from the engine but the facts and the terms of its markets.

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>
type Side = 'buy' | 'sell'
type Kept = 'fees' | 'insurance' | 'treasury' | 'rounding'

const rateOne = 1_000_000_000n
const usdt = 0
const ceil = (n: bigint, d: bigint): bigint => (n + d - 1n) / d
const contract = { account: 'contract', currency: usdt } as const

interface SpotOrdered {
  readonly holder: HolderId
  readonly listing: number
  readonly side: Side
  readonly holds: boolean
  readonly waits: boolean
  price: number
  quantity: number
  filled: number
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

interface Held {
  readonly holder: HolderId
  readonly account: 'coin' | 'contract' | 'option'
  readonly currency: number
  readonly amount: bigint
}

/** Facts in; holds, positions and the house's accounts out. */
export class MoneyBooks {
  // read for the terms of markets and for what the ledger says; it has evolved the same facts
  readonly #state: State
  readonly #spot = new Map<number, SpotOrdered>()
  readonly #ordered = new Map<number, Ordered>()
  readonly #held = new Map<string, Held>()
  /** By number; those of the house by realm and listing. */
  readonly #positions = new Map<number | string, Filled>()
  readonly #kept = new Map<string, bigint>()
  /** Quotes that were taken, and the passes of each launch that were allotted. */
  readonly #quotes = new Set<number>()
  readonly #passes = new Map<number, number>()

  constructor(state: State) {
    this.#state = state
  }

  #keep(realm: Realm, account: Kept, currency: number, amount: bigint): void {
    const name = `${houseHolder(realm, account)} ${currency}`
    this.#kept.set(name, (this.#kept.get(name) ?? 0n) + amount)
  }

  // what is open ends once
  #free(ref: string): void {
    if (!this.#held.delete(ref)) throw new Error(`${ref} ends though it is not open`)
  }

  /** Takes a fact that has just been evolved. */
  take(event: Event): void {
    switch (event.type) {
      case 'spotOrderAccepted':
      case 'spotTraded':
      case 'spotOrderAmended':
      case 'spotOrderClosed':
        this.#takeSpot(event)
        return
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
        this.#keep(event.realm, 'insurance', usdt, -event.insurance)
        return
      case 'optionPlaced': {
        const { holder, order, stake: amount } = event
        this.#held.set(`option ${order}`, { holder, account: 'option', currency: usdt, amount })
        return
      }
      case 'optionSettled':
      case 'optionVoided':
        this.#free(`option ${event.order}`)
        return
      default:
        this.#takeHeld(event)
    }
  }

  #takeHeld(event: Event): void {
    switch (event.type) {
      case 'converted':
        if (this.#quotes.has(event.quote)) throw new Error(`quote ${event.quote} was taken twice`)
        this.#quotes.add(event.quote)
        this.#keep(event.realm, 'fees', event.target, event.fee)
        return
      case 'depositSubmitted':
        this.#held.set(`deposit ${event.deposit}`, { ...event, account: 'coin', amount: 0n })
        return
      case 'depositClosed':
        this.#free(`deposit ${event.deposit}`)
        return
      case 'withdrawalSubmitted':
        this.#held.set(`withdrawal ${event.withdrawal}`, { ...event, account: 'coin' })
        return
      case 'withdrawalClosed':
        this.#free(`withdrawal ${event.withdrawal}`)
        if (event.outcome === 'paid') this.#keep('real', 'fees', event.currency, event.fee)
        return
      case 'manuallyEntered':
        this.#keep('real', 'treasury', event.currency, event.kind === 'deposit' ? -event.amount : event.amount)
        return
      case 'houseMoved':
        for (const [account, amount] of [[event.from, -event.amount] as const, [event.to, event.amount] as const]) {
          if (account === 'fees' || account === 'insurance' || account === 'treasury') {
            this.#keep(event.realm, account, event.currency, amount)
          }
        }
        return
      case 'miningOpened':
        this.#held.set(`mining ${event.order}`, { ...event, account: 'coin' })
        return
      case 'miningDone':
      case 'miningRedeemed':
        this.#free(`mining ${event.order}`)
        return
      case 'ieoSubscribed':
        this.#held.set(`ieo ${event.subscription}`, { ...event, account: 'coin', currency: usdt })
        return
      case 'ieoAllotted':
        this.#allot(event)
        this.#free(`ieo ${event.subscription}`)
        return
      case 'ieoReturned':
        this.#free(`ieo ${event.subscription}`)
        return
      default:
    }
  }

  #allot({ project, passes, cost, quantity }: EventOf<'ieoAllotted'>): void {
    const sold = (this.#passes.get(project) ?? 0) + passes
    this.#passes.set(project, sold)
    const terms = this.#state.wealth.ieo.projects.get(project)?.terms
    if (terms && sold > terms.supply) throw new Error(`${sold} of ${terms.supply} passes are allotted`)
    const [price, size] = [(terms?.passPrice ?? 0n) * BigInt(passes), (terms?.passQuantity ?? 0n) * BigInt(passes)]
    if (terms && (cost !== price || quantity !== size)) throw new Error(`${passes} passes cost ${cost}, not ${price}`)
  }

  #takeSpot(event: EventOf<'spotOrderAccepted' | 'spotTraded' | 'spotOrderAmended' | 'spotOrderClosed'>): void {
    if (event.type === 'spotOrderAccepted') {
      const { holder, listing, side, price, quantity } = event
      this.#spot.set(event.order, {
        holder,
        listing,
        side,
        price,
        quantity,
        filled: 0,
        holds: event.kind === 'limit',
        waits: event.timeInForce === 'POST_ONLY',
      })
    } else if (event.type === 'spotOrderAmended') {
      Object.assign(this.#spotOrder(event.order), { price: event.price, quantity: event.quantity })
    } else if (event.type === 'spotOrderClosed') this.#spot.delete(event.order)
    else {
      const takerBuys = event.takerSide === 'buy'
      this.#keep(event.realm, 'fees', takerBuys ? event.base : event.quote, BigInt(event.takerFee))
      this.#keep(event.realm, 'fees', takerBuys ? event.quote : event.base, BigInt(event.makerFee))
      if (event.makerHolder === event.takerHolder) throw new Error(`${event.makerHolder} trades with itself`)
      this.#fillSpot(event.makerOrder, event, event.makerFilled)
      this.#fillSpot(event.takerOrder, event, event.takerFilled)
      const taker = this.#spot.get(event.takerOrder)
      if (taker?.waits && taker.filled === event.quantity) throw new Error(`${event.takerOrder} was only to wait`)
    }
  }

  #fillSpot(id: number, { price, quantity }: EventOf<'spotTraded'>, isFilled: boolean): void {
    if (id === 0) return
    const order = this.#spotOrder(id)
    order.filled += quantity
    const isWorse = order.side === 'buy' ? price > order.price : price < order.price
    if (order.holds && isWorse) throw new Error(`${id} trades at ${price}, beyond ${order.price}`)
    const left = order.quantity - order.filled
    if (order.quantity > 0 && (left < 0 || isFilled !== (left === 0))) throw new Error(`${id} has ${left} left`)
    if (isFilled) this.#spot.delete(id)
  }

  #spotOrder(id: number): SpotOrdered {
    const order = this.#spot.get(id)
    if (!order) throw new Error(`a fact names spot order ${id}, which is not open`)
    return order
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
    this.#keep(realm, 'fees', usdt, effect.fee)
    this.#keep(realm, 'insurance', usdt, effect.insurance)
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
    if (maker.holder === taker.holder) throw new Error(`${maker.holder} trades with itself`)
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
    this.#keep(realm, 'insurance', usdt, -event.insurance)
    const about = { holder: house.holder, realm, listing, kind: 'house', multiple: 1n } as const
    this.#fill(`${realm} ${listing}`, about, at.lots, proceeds)
  }

  /** All that the engine's state says otherwise than the facts do. */
  wrong(): string[] {
    return [...this.#heldWrong(), ...this.#positionsWrong(), ...this.#houseWrong()]
  }

  *#holds(): Generator<Held> {
    const { venue } = this.#state
    for (const { holder, listing: at, side, holds, price, quantity, filled } of this.#spot.values()) {
      const listing = venue.listings[at]
      const left = BigInt(quantity - filled)
      const buys = side === 'buy'
      const amount = left * (buys ? BigInt(price) * BigInt(listing.quotePerTickStep) : BigInt(listing.basePerStep))
      if (holds) yield { holder, account: 'coin', currency: buys ? listing.quote : listing.base, amount }
    }
    for (const { holder, listing, holds, price, lots, filled, quoteFilled, ...order } of this.#ordered.values()) {
      if (!holds) continue
      const rest = BigInt(price) * BigInt(lots - filled) * this.#unit(listing)
      const margin = ceil(quoteFilled + rest, order.multiple) - ceil(quoteFilled, order.multiple)
      const fee = ceil(order.feeScaled + rest * order.rates.taker, rateOne) - ceil(order.feeScaled, rateOne)
      yield { holder, ...contract, amount: margin + fee }
    }
    for (const { holder, margin } of this.#positions.values()) yield { holder, ...contract, amount: margin }
    yield* this.#held.values()
  }

  *#heldWrong(): Generator<string> {
    const { ledger, holders } = this.#state.venue
    const sums = new Map<string, bigint>()
    const nameOf = (holder: HolderId, account: string, currency: number): string => `${holder} ${account} ${currency}`
    const add = ({ holder, account, currency, amount }: Held): void => {
      const name = nameOf(holder, account, currency)
      sums.set(name, (sums.get(name) ?? 0n) + amount)
    }
    for (const held of this.#holds()) add(held)
    for (const [holder] of holders.all()) {
      // one hold for all cross positions: the lesser of what they require and what there is
      let required = 0n
      for (const at of this.#positions.values()) {
        if (at.holder === holder && at.kind === 'cross') required += ceil(at.cost, at.multiple)
      }
      const left = ledger.posted(holder, 'contract', usdt) - (sums.get(nameOf(holder, 'contract', usdt)) ?? 0n)
      add({ holder, ...contract, amount: required < left ? required : left })
    }
    for (const { holder, account, currency, posted, frozen } of ledger.balances()) {
      const name = nameOf(holder, account, currency)
      const held = sums.get(name) ?? 0n
      sums.delete(name)
      if (frozen !== held) yield `${name} has ${frozen} frozen, its holds are ${held}`
      if (holder >= userHolderMin && posted < frozen) yield `${name} stands below zero`
    }
    for (const [name, held] of sums) if (held !== 0n) yield `${name} holds ${held} of nothing`
  }

  *#positionsWrong(): Generator<string> {
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
      if (seen.has(`${holder} ${listing}`)) yield `${holder} has two net positions in ${listing}`
      seen.add(`${holder} ${listing}`)
    }
    if (users !== derivative.positions.size) yield `${derivative.positions.size} positions, not ${users}`
  }

  *#houseWrong(): Generator<string> {
    const { ledger } = this.#state.venue
    for (const realm of ['real', 'demo'] as const) {
      const open = new Map<number, bigint>()
      let clearing = 0n
      for (const at of this.#positions.values()) {
        if (at.realm !== realm) continue
        open.set(at.listing, (open.get(at.listing) ?? 0n) + at.lots)
        clearing += at.lots < 0n ? at.cost : -at.cost
      }
      for (const [listing, lots] of open) if (lots !== 0n) yield `${realm} ${listing} is open ${lots} on one side alone`
      const stands = ledger.posted(houseHolder(realm, 'clearing'), 'coin', usdt)
      if (stands !== clearing) yield `clearing of ${realm} stands at ${stands}, what is open cost ${clearing}`
      for (const account of ['fees', 'insurance', 'treasury', 'rounding'] as const) {
        const holder = houseHolder(realm, account)
        for (const { id } of this.#state.venue.currencies) {
          const kept = this.#kept.get(`${holder} ${id}`) ?? 0n
          const has = ledger.posted(holder, 'coin', id)
          if (has !== kept) yield `${account} of ${realm} stands at ${has} of ${id}, the facts say ${kept}`
        }
      }
    }
  }
}
