import type { HolderId } from '@truemark/core/ledger/holders'
import type { ListingTerms } from '@truemark/core/book/listing'
import type { DerivativeTerms } from '@truemark/core/derivative/terms'
import type { Command, Event } from '@truemark/core/vocabulary'
import type { JournalRow } from '../../apps/server/src/engine/journalRow.ts'
import { factsOf } from './facts.ts'

const usdt = 1_000_000n
const fundingMs = 8 * 3_600_000
const level = 1_000_000
const [anna, boris, carla, dora, emil, frida] = [40, 41, 42, 43, 44, 45]

const derivativeTerms: DerivativeTerms = {
  contractSize: 10_000_000,
  multiples: [1, 2, 5, 10, 20, 50],
  brackets: [
    { floor: 0n, maintenanceRate: 4_000_000, multipleMax: 50 },
    { floor: 250_000n * usdt, maintenanceRate: 10_000_000, multipleMax: 20 },
  ],
  feeRateContract: 500_000,
  feeRatePerpetualMaker: 200_000,
  feeRatePerpetualTaker: 500_000,
  limitRateMax: 20_000_000,
  fundingInterestRate: 100_000,
  fundingDampRateMax: 500_000,
  fundingImpactNotional: 10_000n * usdt,
  openInterestUserMax: 20_000_000n * usdt,
  openInterestMax: 200_000_000n * usdt,
  ladder: {
    levels: 5,
    halfSpreadRate: 100_000,
    gapRate: 100_000,
    levelQuantity: 10_000,
    refillPerSecond: 20_000,
    positionMax: 10_000_000,
  },
  insuranceFloor: 50_000n * usdt,
  houseDebtMax: 1_000_000_000n * usdt,
  contractOn: true,
  perpetualOn: true,
}

const none = { stopLoss: null, takeProfit: null, fault: '' }
const contract = {
  type: 'placeContractOrder',
  symbol: 'ETHUSDT',
  side: 'buy',
  kind: 'market',
  timeInForce: 'GTC',
  price: 0,
  lots: 100,
  multiple: 10,
  ...none,
} as const
const { multiple: _, ...order } = { ...contract, type: 'placePerpetualOrder', reduceOnly: false } as const

/** What a journal is recorded with: commands wait, and `commit` makes a row of what they give. */
export interface Tape {
  readonly rows: readonly JournalRow[]
  /** UTC milliseconds. */
  readonly now: number
  send(command: Command): void
  commit(): void
  wait(ms: number): void
}

/** Contracts and perpetuals of two markets, of which each command here must be accepted. */
class Leveraged {
  readonly #tape: Tape
  readonly #index = new Map<number, number>()

  constructor(tape: Tape) {
    this.#tape = tape
  }

  /** Lists ETH and SOL as numbers 1 and 2, funds the demo's insurance, and opens holders. */
  open(spot: ListingTerms): void {
    for (const [at, base] of ['ETH', 'SOL'].entries()) {
      const listing = at + 1
      this.must({ type: 'listCurrency', code: base, scale: 8 })
      this.must({ type: 'listSymbol', terms: { ...spot, code: `${base}USDT`, base: at + 2, sessions: [] } })
      this.must({ type: 'configureDerivative', listing, terms: derivativeTerms })
      this.#index.set(listing, level)
    }
    const hands = { currency: 0, amount: 1_000_000n * usdt, asker: 0, approver: 0 } as const
    this.must({ type: 'moveHouse', realm: 'demo', from: 'external', to: 'insurance', ...hands })
    for (const holder of [anna, boris, carla]) this.trader(holder, 20_000n * usdt)
  }

  trader(holder: HolderId, amount: bigint): void {
    this.must({ type: 'openHolder', holder, realm: 'demo', country: '' })
    this.must({ type: 'transfer', holder, from: 'coin', to: 'contract', amount, fault: '' })
  }

  // a mark that nobody renews grows old, so each command finds a fresh one
  must(command: Command): readonly Event[] {
    this.#quote()
    const { length } = this.#tape.rows
    this.#tape.send(command)
    this.#tape.commit()
    if (this.#tape.rows.length === length) throw new Error(`the recording's ${command.type} did nothing`)
    return factsOf(this.#tape.rows.slice(length))
  }

  /** Places an order; gives its number. */
  place(command: Command): number {
    const accepted = this.must(command).find((event) => event.type === 'derivativeOrderAccepted')
    if (accepted === undefined) throw new Error('no order was accepted')
    return accepted.order
  }

  /** The positions that an order opens, by their holders. */
  opening(command: Command): ReadonlyMap<HolderId, number> {
    const sides = this.must(command).flatMap((event) => {
      return event.type === 'derivativeTraded' ? [event.maker, event.taker] : []
    })
    return new Map(sides.map(({ holder, opening }) => [holder, opening]))
  }

  /** A second later the index of a listing stands there, in tenths of a tick. */
  tick(indexTenths: number, listing = 1): void {
    this.#tape.wait(1_000)
    this.#index.set(listing, indexTenths)
    this.#quote()
    this.#tape.commit()
  }

  #quote(): void {
    for (const [listing, indexTenths] of this.#index) {
      const quote = { listing, indexTenths, time: this.#tape.now, dispersionTenths: 0, sources: 3 }
      this.#tape.send({ type: 'quote', ...quote, kind: 'simulated' })
    }
  }

  /** Samples the index up to and over the next stamp of funding. */
  stamp(): void {
    const due = Math.ceil((this.#tape.now + 2_000) / fundingMs) * fundingMs
    for (const stamp of [due - 1_000, due]) {
      this.#tape.wait(stamp - this.#tape.now)
      const samples = [...this.#index].map(([listing, indexTenths]) => {
        return { listing, indexTenths, sources: 3, fresh: true }
      })
      this.must({ type: 'sampleIndex', stamp, kind: 'simulated', samples })
    }
  }
}

/** Tickets that rest, fill, are given targets and margin, are closed in part, stopped, and closed all. */
function contracts(desk: Leveraged): void {
  const fault = ''
  const keep = { change: 'keep', price: 0 } as const
  const set = (price: number) => ({ change: 'set', price }) as const
  const rests = { ...contract, holder: anna, kind: 'limit', price: 99_000 } as const
  const first = desk.place({ ...rests, stopLoss: 98_000, takeProfit: 103_000 })
  const targets = { type: 'setContractTargets', holder: anna } as const
  desk.must({ ...targets, order: first, stopLoss: { change: 'remove', price: 0 }, takeProfit: keep, fault })
  desk.must({ type: 'cancelContractOrder', holder: anna, order: first })
  desk.place(rests)
  desk.must({ type: 'cancelAllContractOrders', holder: anna, symbol: 'ETHUSDT' })
  desk.place({ ...rests, timeInForce: 'IOC' })
  const ticket = desk.place({ ...contract, holder: anna })
  desk.must({ ...targets, order: ticket, stopLoss: set(99_000), takeProfit: set(101_000), fault })
  desk.must({ type: 'addContractMargin', holder: anna, order: ticket, amount: 5n * usdt, fault })
  desk.must({ type: 'closeContract', holder: anna, order: ticket, lots: 40, fault })
  desk.tick(989_000)
  desk.tick(level)
  desk.place({ ...contract, holder: anna, side: 'sell', takeProfit: 99_500 })
  desk.tick(994_000)
  desk.tick(level)
  // the house's ladder crosses an order that rests
  desk.place({ ...rests, holder: boris, price: 99_500 })
  desk.tick(993_000)
  desk.tick(level)
  desk.place({ ...rests, holder: boris })
  desk.must({ type: 'closeAllContracts', holder: boris, symbol: '' })
}

/** Cross and isolated positions: between users, cut, flipped, given targets and margin, and closed. */
function perpetuals(desk: Leveraged): void {
  const fault = ''
  const symbol = 'ETHUSDT'
  const limit = { ...order, kind: 'limit' } as const
  desk.must({ type: 'setPerpetual', holder: anna, symbol, mode: 'cross', multiple: 20, fault })
  desk.must({ type: 'setPerpetual', holder: boris, symbol, mode: 'isolated', multiple: 10, fault })
  const canceled = desk.place({ ...limit, holder: anna, price: 99_000 })
  desk.must({ type: 'cancelPerpetualOrder', holder: anna, order: canceled })
  desk.place({ ...limit, holder: anna, side: 'sell', price: 101_000 })
  desk.must({ type: 'cancelAllPerpetualOrders', holder: anna, symbol: '' })
  desk.place({ ...limit, holder: anna, price: 100_000 })
  const opened = desk.opening({ ...limit, holder: boris, side: 'sell', price: 100_000 })
  const [long, short] = [opened.get(anna) ?? 0, opened.get(boris) ?? 0]
  const set = (price: number) => ({ change: 'set', price }) as const
  const targets = { stopLoss: set(98_000), takeProfit: set(103_000), fault }
  desk.must({ type: 'setPerpetualTargets', holder: anna, position: long, ...targets })
  desk.must({ type: 'addPerpetualMargin', holder: boris, position: short, amount: 5n * usdt, fault })
  for (const lots of [60, 30])
    desk.place({ ...limit, holder: anna, side: 'sell', price: 101_000, lots, reduceOnly: true })
  desk.must({ type: 'closePerpetual', holder: anna, position: long, lots: 50, fault })
  desk.place({ ...contract, holder: anna })
  desk.stamp()
  desk.must({ type: 'closePerpetual', holder: anna, position: long, lots: 0, fault })
  desk.place({ ...order, holder: boris, lots: 150 })
  desk.must({ type: 'closeAllPerpetual', holder: boris, symbol: '' })
  for (const [target, to] of [
    [{ stopLoss: 99_000 }, 989_000],
    [{ takeProfit: 101_000 }, 1_011_000],
  ] as const) {
    desk.place({ ...order, holder: anna, ...target })
    desk.tick(to)
    desk.tick(level)
  }
}

/** Tickets, isolated and cross positions that the book closes, and others that a gap leaves to the house. */
function liquidations(desk: Leveraged): void {
  const fault = ''
  const symbol = 'ETHUSDT'
  desk.must({ type: 'setPerpetual', holder: carla, symbol, mode: 'isolated', multiple: 20, fault })
  desk.trader(emil, 52_500_000n)
  desk.must({ type: 'setPerpetual', holder: emil, symbol, mode: 'cross', multiple: 20, fault })
  for (const to of [951_500, 900_000]) {
    desk.place({ ...contract, holder: carla, multiple: 20 })
    desk.place({ ...order, holder: carla })
    desk.place({ ...order, holder: emil })
    desk.place({ ...order, holder: emil, kind: 'limit', lots: 1, price: 99_000 })
    desk.place({ ...order, holder: emil, kind: 'limit', side: 'sell', price: 101_000, reduceOnly: true })
    desk.tick(to)
    desk.tick(level)
    const again = { from: 'coin', to: 'contract', amount: 60n * usdt, fault } as const
    desk.must({ type: 'transfer', holder: emil, ...again })
  }
}

// the loss of one position is more than its cross account holds: it realises its other profit, or holds anew
function losses(desk: Leveraged): void {
  const fault = ''
  for (const [holder, amount] of [
    [dora, 330n * usdt],
    [frida, 400n * usdt],
  ] as const) {
    desk.trader(holder, amount)
    const [, short] = (['ETHUSDT', 'SOLUSDT'] as const).map((symbol, at) => {
      desk.must({ type: 'setPerpetual', holder, symbol, mode: 'cross', multiple: 20, fault })
      const side = at === 0 ? 'buy' : 'sell'
      return desk.opening({ ...order, holder, symbol, side, lots: 300 }).get(holder) ?? 0
    })
    for (const listing of [1, 2]) desk.tick(1_110_000, listing)
    desk.must({ type: 'closePerpetual', holder, position: short ?? 0, lots: 0, fault })
    desk.must({ type: 'transfer', holder, from: 'coin', to: 'contract', amount: usdt, fault })
    desk.tick(1_100_000)
    desk.must({ type: 'resetDemo', holder })
    for (const listing of [1, 2]) desk.tick(level, listing)
  }
}

/** Records every kind of fact of contracts, perpetuals, liquidation and funding; throws where a command does nothing. */
export function recordLeveraged(tape: Tape, spot: ListingTerms): void {
  const desk = new Leveraged(tape)
  tape.commit()
  desk.open(spot)
  contracts(desk)
  perpetuals(desk)
  liquidations(desk)
  losses(desk)
}
