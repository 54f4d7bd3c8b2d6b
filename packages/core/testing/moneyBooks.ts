import { holderName, houseHolder, isHouse, type HolderId, type Realm } from '../ledger/holders.ts'
import type { State } from '../state.ts'
import type { Event } from '../vocabulary.ts'
import { ceil, MoneyPositions, type Held } from './moneyPositions.ts'

// The books once more, from the facts alone: what is held of whom, what is open, and what those accounts of the house
// must stand at that no price decides. Nothing is taken from the engine but the facts and the terms of its markets.

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>
type ConditionalPlaced = EventOf<'spotConditionalPlaced' | 'spotPairPlaced' | 'spotTrailingPlaced'>
type Side = 'buy' | 'sell'
type Kept = 'fees' | 'insurance' | 'treasury' | 'rounding'

const usdt = 0
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

/** Facts in; holds, positions and the house's accounts out. */
export class MoneyBooks {
  // read for the terms of markets and for what the ledger says; it has evolved the same facts
  readonly #state: State
  readonly #spot = new Map<number, SpotOrdered>()
  readonly #held = new Map<string, Held>()
  readonly #positions: MoneyPositions
  readonly #kept = new Map<string, bigint>()
  /** Quotes that were taken, and the passes of each launch that were allotted. */
  readonly #quotes = new Set<number>()
  readonly #passes = new Map<number, number>()

  constructor(state: State) {
    this.#state = state
    this.#positions = new MoneyPositions(state, (realm, account, amount) => this.#keep(realm, account, usdt, amount))
  }

  #keep(realm: Realm, account: Kept, currency: number, amount: bigint): void {
    const name = `${holderName(houseHolder(realm, account))} ${currency}`
    this.#kept.set(name, (this.#kept.get(name) ?? 0n) + amount)
  }

  // what is open ends once
  #free(ref: string): void {
    if (!this.#held.delete(ref)) throw new Error(`${ref} ends though it is not open`)
  }

  /** Takes a fact that has just been evolved. */
  take(event: Event): void {
    this.#positions.take(event)
    switch (event.type) {
      case 'spotOrderAccepted':
      case 'spotTraded':
      case 'spotOrderAmended':
      case 'spotOrderClosed':
        this.#takeSpot(event)
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
      case 'spotConditionalPlaced':
      case 'spotPairPlaced':
      case 'spotTrailingPlaced':
        this.#held.set(`wait ${event.order}`, this.#waiting(event))
        return
      case 'spotConditionalTriggered':
      case 'spotTrailingTriggered':
        this.#free(`wait ${event.order}`)
        return
      case 'spotConditionalEnded':
        // its price had come, and it held nothing any more
        if (event.reason !== 'refused') this.#free(`wait ${event.order}`)
        return
      default:
        this.#takeHeld(event)
    }
  }

  // what one that waits may need: a budget, the quantity of a sell, the dearer limit of a buy
  #waiting(event: ConditionalPlaced): Held {
    const listing = this.#state.venue.listings[event.listing]
    const { holder, side } = event
    const quantity = BigInt(event.quantity)
    if (side === 'sell') {
      return { holder, account: 'coin', currency: listing.base, amount: quantity * BigInt(listing.basePerStep) }
    }
    const prices = 'below' in event ? [event.below.price, event.above.price] : 'price' in event ? [event.price] : [0]
    const cost = quantity * BigInt(Math.max(...prices)) * BigInt(listing.quotePerTickStep)
    const budget = 'budget' in event ? BigInt(event.budget) : 0n
    return { holder, account: 'coin', currency: listing.quote, amount: budget > 0n ? budget : cost }
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
    const terms = this.#state.ieo.projects.get(project)?.terms
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
      if (event.makerHolder === event.takerHolder)
        throw new Error(`${holderName(event.makerHolder)} trades with itself`)
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

  /** All that the engine's state says otherwise than the facts do. */
  wrong(): string[] {
    return [...this.#heldWrong(), ...this.#positions.wrong(), ...this.#houseWrong()]
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
    yield* this.#positions.holds()
    yield* this.#held.values()
  }

  *#heldWrong(): Generator<string> {
    const { ledger, holders } = this.#state.venue
    const sums = new Map<string, bigint>()
    const nameOf = (holder: HolderId, account: string, currency: number): string =>
      `${holderName(holder)} ${account} ${currency}`
    const add = ({ holder, account, currency, amount }: Held): void => {
      const name = nameOf(holder, account, currency)
      sums.set(name, (sums.get(name) ?? 0n) + amount)
    }
    for (const held of this.#holds()) add(held)
    for (const [holder] of holders.all()) {
      // one hold for all cross positions: the lesser of what they require and what there is
      let required = 0n
      for (const at of this.#positions.all()) {
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
      if (!isHouse(holder) && posted < frozen) yield `${name} stands below zero`
    }
    for (const [name, held] of sums) if (held !== 0n) yield `${name} holds ${held} of nothing`
  }

  *#houseWrong(): Generator<string> {
    const { ledger } = this.#state.venue
    for (const realm of ['real', 'demo'] as const) {
      const open = new Map<number, bigint>()
      let clearing = 0n
      for (const at of this.#positions.all()) {
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
          const kept = this.#kept.get(`${holderName(holder)} ${id}`) ?? 0n
          const has = ledger.posted(holder, 'coin', id)
          if (has !== kept) yield `${account} of ${realm} stands at ${has} of ${id}, the facts say ${kept}`
        }
      }
    }
  }
}
