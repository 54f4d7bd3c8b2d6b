import type { HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'

interface Resting {
  readonly order: number
  readonly holder: HolderId
  readonly book: string
  readonly buys: boolean
  price: number
  left: number
  /** Who came first; an order that is changed for the better comes anew. */
  arrival: number
  readonly rates: { readonly maker: bigint; readonly taker: bigint }
  /** By how much the fees that were taken are more than the rates of what was received, in parts of 10⁹ of a unit. */
  over: bigint
}

type SpotEvent = Extract<Event, { type: 'spotOrderAccepted' | 'spotTraded' | 'spotOrderAmended' | 'spotOrderClosed' }>

const rateOne = 1_000_000_000n

/** The books of spot as a list of orders: whether each fill was within its limits, and the best and oldest one's turn. */
export class SpotOrders {
  readonly #orders = new Map<number, Resting & { readonly limit: boolean }>()
  readonly #books = new Map<string, Set<number>>()
  readonly #realmOf: (holder: HolderId) => string
  #arrivals = 0

  constructor(realmOf: (holder: HolderId) => string) {
    this.#realmOf = realmOf
  }

  get open(): number {
    return this.#orders.size
  }

  /** What is wrong with an event; null where nothing is. */
  take(event: SpotEvent): string | null {
    switch (event.type) {
      case 'spotOrderAccepted':
        this.#accept(event)
        return null
      case 'spotOrderAmended': {
        const order = this.#orders.get(event.order)
        if (order === undefined) return `${event.order} is amended and is not open`
        order.left += event.quantity - this.#quantity(event.order, event.quantity)
        order.price = event.price
        if (!event.keepsPlace) order.arrival = this.#arrivals++
        return null
      }
      case 'spotOrderClosed':
        this.#drop(event.order)
        return null
      case 'spotTraded':
        return this.#trade(event)
    }
  }

  readonly #quantities = new Map<number, number>()

  #quantity(order: number, next: number): number {
    const before = this.#quantities.get(order) ?? 0
    this.#quantities.set(order, next)
    return before
  }

  #accept(event: Extract<Event, { type: 'spotOrderAccepted' }>): void {
    const { order, holder, listing, side, price, quantity, kind } = event
    const book = `${this.#realmOf(holder)} ${listing}`
    const [buys, limit] = [side === 'buy', kind === 'limit']
    const rates = { maker: BigInt(event.feeRateMaker), taker: BigInt(event.feeRateTaker) }
    const arrival = this.#arrivals++
    this.#orders.set(order, { order, holder, book, buys, price, left: quantity, arrival, limit, rates, over: 0n })
    this.#quantities.set(order, quantity)
    if (!this.#books.has(book)) this.#books.set(book, new Set())
    if (event.rests) this.#books.get(book)?.add(order)
  }

  #drop(order: number): void {
    const known = this.#orders.get(order)
    if (known !== undefined) this.#books.get(known.book)?.delete(order)
    this.#orders.delete(order)
    this.#quantities.delete(order)
  }

  #trade(event: Extract<Event, { type: 'spotTraded' }>): string | null {
    const { trade, realm, listing, price, makerOrder, takerOrder, takerSide, makerHolder } = event
    if (makerHolder === event.takerHolder) return `trade ${trade} is with oneself`
    const maker = this.#orders.get(makerOrder)
    const takes = takerSide === 'buy'
    for (const other of this.#books.get(`${realm} ${listing}`) ?? []) {
      const resting = this.#orders.get(other)
      if (resting === undefined || resting.buys === takes || other === makerOrder || other === takerOrder) continue
      const isBetter = takes ? resting.price < price : resting.price > price
      const isOlder = maker !== undefined && resting.price === price && resting.arrival < maker.arrival
      if (isBetter || isOlder) return `trade ${trade} at ${price} passes over order ${other} at ${resting.price}`
    }
    return this.#fill(makerOrder, event, event.makerFilled) ?? this.#fill(takerOrder, event, event.takerFilled)
  }

  #fill(id: number, event: Extract<Event, { type: 'spotTraded' }>, isFilled: boolean): string | null {
    const { trade, price, quantity } = event
    if (id === 0) return null
    const order = this.#orders.get(id)
    if (order === undefined) return `trade ${trade} is of order ${id}, which is not open`
    const isWorse = order.buys ? price > order.price : price < order.price
    if (order.limit && isWorse) return `order ${id} with the limit ${order.price} trades at ${price}`
    if (this.#takesOtherFee(order, event, id === event.makerOrder)) return `trade ${trade} takes another fee of ${id}`
    order.left -= quantity
    // a market order by budget has no quantity of its own
    const bounded = (this.#quantities.get(id) ?? 0) > 0
    if (bounded && (order.left < 0 || isFilled !== (order.left === 0))) return `order ${id} has ${order.left} left`
    if (isFilled) this.#drop(id)
    return null
  }

  // all fees of an order together are what its rates say, rounded up once
  #takesOtherFee(order: Resting, event: Extract<Event, { type: 'spotTraded' }>, isMaker: boolean): boolean {
    const { baseAmount, quoteAmount, makerFee, takerFee } = event
    const [fee, rate] = isMaker ? [makerFee, order.rates.maker] : [takerFee, order.rates.taker]
    order.over += BigInt(fee) * rateOne - BigInt(order.buys ? baseAmount : quoteAmount) * rate
    return order.over < 0n || order.over >= rateOne
  }
}
