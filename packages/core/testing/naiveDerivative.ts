/**
 * The slow twin of the derivative book: one array of orders looked through from the front, positions by holder, money
 * in plain fields. No house, one symbol, a mark that stands still, and multiples so low that no fill is ever unsound.
 * It is written from the rules and shares no code with the engine.
 */
interface NaiveOrder {
  readonly id: number
  readonly holder: number
  readonly buys: boolean
  readonly price: number
  readonly ticket: boolean
  readonly reduceOnly: boolean
  readonly multiple: number
  lots: number
  filled: number
  hold: bigint
  heldPrice: number
  quote: bigint
  feeScaled: bigint
}

export interface NaivePosition {
  readonly ticket: number
  readonly long: boolean
  lots: number
  cost: bigint
  margin: bigint
}

export interface NaiveAsk {
  readonly holder: number
  readonly ticket: boolean
  readonly buys: boolean
  readonly limit: boolean
  readonly waits: boolean
  readonly price: number
  readonly lots: number
  readonly multiple: number
  readonly reduceOnly: boolean
}

const perTickLot = 100n
const makerRates = { ticket: 500_000n, perpetual: 200_000n }
const takerRate = 500_000n
const rateOne = 1_000_000_000n

function up(n: bigint, d: bigint): bigint {
  return n % d === 0n ? n / d : n / d + 1n
}

export class NaiveDerivative {
  readonly cash = new Map<number, bigint>()
  /** Tickets by their id, and the net perpetual position of a holder under `h<holder>`. */
  readonly positions = new Map<string, NaivePosition>()
  readonly trades: string[] = []
  orders: NaiveOrder[] = []
  nextId = 1
  readonly #mark: number
  readonly #multiple: number

  constructor(mark: number, perpetualMultiple: number) {
    this.#mark = mark
    this.#multiple = perpetualMultiple
  }

  #value(price: number, lots: number): bigint {
    return BigInt(price) * BigInt(lots) * perTickLot
  }

  #name(order: Pick<NaiveOrder, 'ticket' | 'id' | 'holder'>): string {
    return order.ticket ? `t${order.id}` : `h${order.holder}`
  }

  #required(holder: number): bigint {
    const net = this.positions.get(`h${holder}`)
    return net ? up(net.cost, BigInt(this.#multiple)) : 0n
  }

  /** Cash less order holds and ticket margins: the balance of the cross account. */
  balance(holder: number): bigint {
    let sum = this.cash.get(holder) ?? 0n
    for (const order of this.orders) if (order.holder === holder) sum -= order.hold
    for (const position of this.positions.values()) {
      if (position.ticket > 0 && this.owners.get(position.ticket) === holder) sum -= position.margin
    }
    return sum
  }

  readonly owners = new Map<number, number>()

  usable(holder: number): bigint {
    const net = this.positions.get(`h${holder}`)
    const required = this.#required(holder)
    const balance = this.balance(holder)
    const held = required < balance ? required : balance
    const sign = net?.long ? 1n : -1n
    const profit = net ? sign * (this.#value(this.#mark, net.lots) - net.cost) : 0n
    const free = balance + profit - required
    const least = balance - held < free ? balance - held : free
    return least > 0n ? least : 0n
  }

  #against(buys: boolean, limit: number): NaiveOrder[] {
    return this.orders
      .filter((order) => order.buys !== buys && (buys ? order.price <= limit : order.price >= limit))
      .toSorted((a, b) => (buys ? a.price - b.price : b.price - a.price) || a.id - b.id)
  }

  #net(holder: number): NaivePosition | undefined {
    return this.positions.get(`h${holder}`)
  }

  #reducible(holder: number, buys: boolean): number {
    const net = this.#net(holder)
    return net && net.long !== buys ? net.lots : 0
  }

  #resting(holder: number): NaiveOrder[] {
    return this.orders.filter((order) => order.holder === holder && order.reduceOnly)
  }

  #need(order: NaiveOrder, price: number): bigint {
    if (order.reduceOnly || price === 0) return 0n
    const rest = this.#value(price, order.lots - order.filled)
    const multiple = BigInt(order.multiple)
    const margin = up(order.quote + rest, multiple) - up(order.quote, multiple)
    return margin + up(order.feeScaled + rest * takerRate, rateOne) - up(order.feeScaled, rateOne)
  }

  /** Gives true where the order is accepted; `collar` are the worst prices of market orders. */
  place(ask: NaiveAsk, collar: { low: number; high: number }): boolean {
    const { holder, buys } = ask
    const limit = ask.limit ? ask.price : buys ? collar.high : collar.low
    if (ask.reduceOnly) {
      const older = ask.limit ? this.#resting(holder).reduce((sum, order) => sum + order.lots - order.filled, 0) : 0
      if (this.#reducible(holder, buys) - older <= 0) return false
    }
    const best = this.#against(buys, buys ? Infinity : 0)[0]
    const heldPrice = !ask.limit ? 0 : buys ? ask.price : Math.max(ask.price, best?.price ?? 0)
    const order: NaiveOrder = { ...ask, id: this.nextId, filled: 0, hold: 0n, heldPrice, quote: 0n, feeScaled: 0n }
    if (!ask.reduceOnly && !this.#affordable(ask, order, limit)) return false
    this.nextId++
    if (ask.ticket) this.owners.set(order.id, holder)
    order.hold = this.#need(order, heldPrice)
    this.orders.push(order)
    this.#match(order, limit, ask)
    return true
  }

  /** Whether an order could be paid for as if all of it opened. */
  affords(ask: NaiveAsk, collar: { low: number; high: number }): boolean {
    const { buys } = ask
    const best = this.#against(buys, buys ? Infinity : 0)[0]
    const heldPrice = !ask.limit ? 0 : buys ? ask.price : Math.max(ask.price, best?.price ?? 0)
    const order: NaiveOrder = { ...ask, id: 0, filled: 0, hold: 0n, heldPrice, quote: 0n, feeScaled: 0n }
    return this.#affordable(ask, order, ask.limit ? ask.price : buys ? collar.high : collar.low)
  }

  #affordable(ask: NaiveAsk, order: NaiveOrder, limit: number): boolean {
    const multiple = BigInt(ask.multiple)
    const sign = ask.buys ? 1n : -1n
    if (ask.limit) {
      const loss = sign * (this.#value(ask.price, ask.lots) - this.#value(this.#mark, ask.lots))
      return this.#need(order, order.heldPrice) + (loss > 0n ? loss : 0n) <= this.usable(ask.holder)
    }
    // a market order that only opens: the fills as they stand, up to its own order
    let lots = 0
    let quote = 0n
    for (const maker of this.#against(ask.buys, limit)) {
      if (maker.holder === ask.holder || lots === ask.lots) break
      const taken = Math.min(ask.lots - lots, maker.lots - maker.filled)
      lots += taken
      quote += this.#value(maker.price, taken)
    }
    const loss = sign * (quote - this.#value(this.#mark, lots))
    const need = up(quote, multiple) + up(quote * takerRate, rateOne) + (loss > 0n ? loss : 0n)
    return need <= this.usable(ask.holder)
  }

  #match(order: NaiveOrder, limit: number, ask: NaiveAsk): void {
    let stopped = false
    for (;;) {
      const room = order.reduceOnly ? this.#reducible(order.holder, order.buys) : Infinity
      const left = Math.min(order.lots - order.filled, room)
      const maker = left > 0 ? this.#against(order.buys, limit)[0] : undefined
      if (!maker) {
        stopped = left === 0 && order.filled < order.lots
        break
      }
      if (maker.holder === order.holder) {
        if (order.reduceOnly) {
          this.#drop(maker)
          continue
        }
        stopped = true
        break
      }
      const lots = Math.min(left, maker.lots - maker.filled)
      this.trades.push(`${maker.id} ${order.id} ${maker.price} ${lots}`)
      this.#fill(maker, maker.price, lots, maker.ticket ? makerRates.ticket : makerRates.perpetual)
      this.#fill(order, maker.price, lots, takerRate)
      if (maker.filled === maker.lots) this.#drop(maker)
      for (const holder of [order.holder, maker.holder]) this.#cut(holder, order)
    }
    this.#rest(order, ask.limit && ask.waits && !stopped)
  }

  #rest(order: NaiveOrder, waits: boolean): void {
    if (order.filled === order.lots || !waits) {
      this.#drop(order)
      return
    }
    if (order.reduceOnly) {
      const older = this.#resting(order.holder).filter(({ id }) => id !== order.id)
      const taken = older.reduce((sum, { lots, filled }) => sum + lots - filled, 0)
      const room = this.#reducible(order.holder, order.buys) - taken
      if (room <= 0) this.#drop(order)
      else order.lots = Math.min(order.lots, order.filled + room)
      return
    }
    order.heldPrice = order.price
    order.hold = this.#need(order, order.price)
  }

  #drop(order: NaiveOrder): void {
    this.orders = this.orders.filter(({ id }) => id !== order.id)
  }

  // youngest first; an order that is being matched is cut when it begins to rest
  #cut(holder: number, taking: NaiveOrder): void {
    let room = this.#net(holder)?.lots ?? 0
    for (const order of this.#resting(holder)) {
      if (order.id === taking.id) continue
      const left = order.lots - order.filled
      const fits = this.#reducible(holder, order.buys) > 0 ? Math.min(left, room) : 0
      room -= fits
      order.lots = order.filled + fits
      if (fits === 0) this.#drop(order)
    }
  }

  #pay(holder: number, amount: bigint): void {
    this.cash.set(holder, (this.cash.get(holder) ?? 0n) + amount)
  }

  #fill(order: NaiveOrder, price: number, lots: number, rate: bigint): void {
    const quote = this.#value(price, lots)
    const multiple = BigInt(order.multiple)
    const feeBefore = up(order.feeScaled, rateOne)
    const marginBefore = up(order.quote, multiple)
    order.feeScaled += quote * rate
    order.quote += quote
    order.filled += lots
    if (order.hold > 0n) order.hold = this.#need(order, order.heldPrice)
    this.#pay(order.holder, -(up(order.feeScaled, rateOne) - feeBefore))
    const name = this.#name(order)
    const position = this.positions.get(name)
    const closing = position && position.long !== order.buys ? Math.min(lots, position.lots) : 0
    if (position && closing > 0) this.#close(order.holder, name, position, price, closing)
    const opening = lots - closing
    if (opening === 0) return
    const grown = closing === 0 ? position : undefined
    this.positions.set(name, {
      ticket: order.ticket ? order.id : 0,
      long: order.buys,
      lots: (grown?.lots ?? 0) + opening,
      cost: (grown?.cost ?? 0n) + this.#value(price, opening),
      margin: order.ticket ? (grown?.margin ?? 0n) + up(order.quote, multiple) - marginBefore : 0n,
    })
  }

  #close(holder: number, name: string, position: NaivePosition, price: number, lots: number): void {
    const share = position.cost * BigInt(lots)
    const all = BigInt(position.lots)
    const cost = lots === position.lots ? position.cost : position.long ? up(share, all) : share / all
    const proceeds = this.#value(price, lots)
    this.#pay(holder, position.long ? proceeds - cost : cost - proceeds)
    if (lots === position.lots) this.positions.delete(name)
    else this.positions.set(name, { ...position, lots: position.lots - lots, cost: position.cost - cost })
  }

  cancel(id: number): boolean {
    const order = this.orders.find((at) => at.id === id)
    if (order) this.#drop(order)
    return order !== undefined
  }
}
