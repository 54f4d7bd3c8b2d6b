import { holderName, type HolderId } from '../ledger/holders.ts'

/**
 * The slow twin of spot: one array of orders looked through from the front, balances in a map, no ladder of the house.
 * It is written from the rules and shares no code with the engine.
 */
interface NaiveOrder {
  readonly id: number
  readonly holder: HolderId
  readonly buys: boolean
  price: number
  quantity: number
  filled: number
  arrival: number
  readonly postOnly: boolean
}

export interface NaivePlace {
  readonly holder: HolderId
  readonly buys: boolean
  readonly kind: 'limit' | 'market'
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK' | 'POST_ONLY'
  readonly price: number
  readonly quantity: number
  readonly budget: bigint
}

export interface NaiveTrade {
  readonly maker: number
  readonly taker: number
  readonly price: number
  readonly quantity: number
}

const quotePerTickStep = 1n
const basePerStep = 1_000n
const feeRate = 1_000_000n
const rateOne = 1_000_000_000n

export class NaiveSpot {
  readonly free = new Map<string, bigint>()
  readonly #received = new Map<number, bigint>()
  readonly trades: NaiveTrade[] = []
  orders: NaiveOrder[] = []
  #arrivals = 0
  nextOrder = 1
  readonly #low: number
  readonly #high: number

  /** Market orders trade from `low` to `high` ticks only. */
  constructor(low: number, high: number) {
    this.#low = low
    this.#high = high
  }

  add(holder: HolderId, currency: number, amount: bigint): void {
    const name = `${holderName(holder)} ${currency}`
    this.free.set(name, (this.free.get(name) ?? 0n) + amount)
  }

  has(holder: HolderId, currency: number): bigint {
    return this.free.get(`${holderName(holder)} ${currency}`) ?? 0n
  }

  #need(buys: boolean, price: number, quantity: number): bigint {
    return buys ? BigInt(price) * BigInt(quantity) * quotePerTickStep : BigInt(quantity) * basePerStep
  }

  #against(buys: boolean, limit: number): NaiveOrder[] {
    return this.orders
      .filter((order) => order.buys !== buys && (buys ? order.price <= limit : order.price >= limit))
      .sort((a, b) => (buys ? a.price - b.price : b.price - a.price) || a.arrival - b.arrival)
  }

  #walk(holder: HolderId, buys: boolean, limit: number, quantity: number, budget: bigint | null) {
    const fills: { maker: NaiveOrder; quantity: number }[] = []
    let left = quantity
    let money = budget
    let end = 'book_empty'
    for (const maker of this.#against(buys, limit)) {
      if (left === 0) break
      if (maker.holder === holder) return { fills, left, end: 'self_trade' }
      const there = maker.quantity - maker.filled
      let take = Math.min(left, there)
      if (money !== null) take = Math.min(take, Number(money / BigInt(maker.price)))
      if (take === 0) return { fills, left, end: 'budget_spent' }
      fills.push({ maker, quantity: take })
      left -= take
      if (money !== null) money -= BigInt(take) * BigInt(maker.price)
      // something is left of the maker only because no more can be paid for
      if (left > 0 && take < there) return { fills, left, end: 'budget_spent' }
    }
    if (left === 0) end = 'filled'
    return { fills, left, end }
  }

  #settle(
    taker: { id: number; holder: HolderId; buys: boolean; held: number | null },
    maker: NaiveOrder,
    quantity: number,
  ): void {
    const quote = BigInt(maker.price) * BigInt(quantity) * quotePerTickStep
    const base = BigInt(quantity) * basePerStep
    const [buyer, seller] = taker.buys ? [taker.holder, maker.holder] : [maker.holder, taker.holder]
    const buyerOrder = taker.buys ? taker.id : maker.id
    const sellerOrder = taker.buys ? maker.id : taker.id
    // the resting side has already paid into its hold; the taker's hold was reckoned at its limit
    if (taker.buys) this.add(buyer, 0, (taker.held === null ? 0n : BigInt(taker.held) * BigInt(quantity)) - quote)
    else if (taker.held === null) this.add(seller, 1, -base)
    this.add(buyer, 1, base - this.#fee(buyerOrder, base))
    this.add(seller, 0, quote - this.#fee(sellerOrder, quote))
    maker.filled += quantity
    if (maker.filled === maker.quantity) this.orders.splice(this.orders.indexOf(maker), 1)
    this.trades.push({ maker: maker.id, taker: taker.id, price: maker.price, quantity })
  }

  // all fees of an order are rounded up together
  #fee(order: number, received: bigint): bigint {
    const before = this.#received.get(order) ?? 0n
    this.#received.set(order, before + received)
    const upTo = (amount: bigint): bigint => (amount * feeRate + rateOne - 1n) / rateOne
    return upTo(before + received) - upTo(before)
  }

  /** Gives true where the order is accepted. */
  place(ask: NaivePlace): boolean {
    const { holder, buys, kind, timeInForce, quantity, budget } = ask
    const limit = kind === 'limit' ? ask.price : buys ? this.#high : this.#low
    if (timeInForce === 'POST_ONLY' && this.#against(buys, limit).length > 0) return false
    const walk = this.#walk(
      holder,
      buys,
      limit,
      budget > 0n ? Number.MAX_SAFE_INTEGER : quantity,
      budget > 0n ? budget : null,
    )
    const cost = walk.fills.reduce((sum, fill) => sum + BigInt(fill.maker.price) * BigInt(fill.quantity), 0n)
    const need = kind === 'limit' || !buys ? this.#need(buys, limit, quantity) : budget > 0n ? budget : cost
    if (need > this.has(holder, buys ? 0 : 1)) return false
    const id = this.nextOrder++
    const held = kind === 'limit' ? limit : null
    if (held !== null) this.add(holder, buys ? 0 : 1, -need)
    const spent = budget > 0n && walk.end === 'budget_spent' && walk.fills.length > 0
    const killed = timeInForce === 'FOK' && walk.left > 0 && !spent
    if (!killed) for (const fill of walk.fills) this.#settle({ id, holder, buys, held }, fill.maker, fill.quantity)
    const left = killed ? quantity : walk.left
    if (held === null || left === 0) return true
    const rests = (timeInForce === 'GTC' || timeInForce === 'POST_ONLY') && walk.end === 'book_empty'
    if (rests) {
      this.orders.push({
        id,
        holder,
        buys,
        price: limit,
        quantity,
        filled: quantity - left,
        arrival: this.#arrivals++,
        postOnly: timeInForce === 'POST_ONLY',
      })
    } else this.add(holder, buys ? 0 : 1, this.#need(buys, limit, left))
    return true
  }

  cancel(id: number): boolean {
    const at = this.orders.findIndex((order) => order.id === id)
    const order = this.orders[at]
    if (!order) return false
    this.orders.splice(at, 1)
    this.add(order.holder, order.buys ? 0 : 1, this.#need(order.buys, order.price, order.quantity - order.filled))
    return true
  }

  amend(id: number, price: number, quantity: number): boolean {
    const order = this.orders.find((at) => at.id === id)
    if (!order || quantity <= order.filled) return false
    const keeps = price === order.price && quantity <= order.quantity
    if (!keeps && order.postOnly && this.#against(order.buys, price).length > 0) return false
    const currency = order.buys ? 0 : 1
    const left = quantity - order.filled
    const change =
      this.#need(order.buys, price, left) - this.#need(order.buys, order.price, order.quantity - order.filled)
    if (change > this.has(order.holder, currency)) return false
    this.add(order.holder, currency, -change)
    order.quantity = quantity
    if (keeps) return true
    order.price = price
    this.orders.splice(this.orders.indexOf(order), 1)
    const walk = this.#walk(order.holder, order.buys, price, left, null)
    for (const fill of walk.fills) this.#settle({ ...order, held: price }, fill.maker, fill.quantity)
    order.filled += left - walk.left
    if (walk.left === 0) return true
    if (walk.end === 'self_trade') this.add(order.holder, currency, this.#need(order.buys, price, walk.left))
    else this.orders.push({ ...order, arrival: this.#arrivals++ })
    return true
  }
}
