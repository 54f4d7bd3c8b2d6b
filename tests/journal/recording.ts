import type { HolderId } from '@truemark/core/ledger/holders'
import { createHash } from 'node:crypto'
import type { ListingTerms } from '@truemark/core/book/listing'
import type { PriceKind } from '@truemark/core/book/mark'
import { decode, encode } from '@truemark/core/codec/codec'
import type { Key } from '@truemark/core/keyBytes'
import type { OptionTerms } from '@truemark/core/option/terms'
import { type Command, envelopeCodec } from '@truemark/core/vocabulary'
import { firstWalletTerms } from '@truemark/core/wallet/terms'
import { eventsCodec, makeExchange } from '../../apps/server/src/engine/exchangeMachine.ts'
import { joinFrames, splitFrames } from '../../apps/server/src/engine/frames.ts'
import { type ChainEnd, type JournalRow, chainRow, chainStart } from '../../apps/server/src/engine/journalRow.ts'
import { recordOffers } from './investRecording.ts'
import { recordLeveraged } from './leveragedRecording.ts'
import { recordMining } from './miningRecording.ts'

const startTime = 1_750_000_000_000
const batchMax = 5
const actsCount = 420
const holders = [32, 33, 34, 35, 36]
const demoHolders = 4
/** The index, in tenths of a tick, at which investments are made and settle. */
const offersIndex = 600_000

const terms: ListingTerms = {
  code: 'BTCUSDT',
  base: 1,
  quote: 0,
  priceDecimals: 1,
  quantityDecimals: 5,
  priceMax: 100_000_000,
  quantityMax: 10_000_000_000,
  notionalMinExclusive: 1_000_000,
  feeRateMaker: 1_000_000,
  feeRateTaker: 1_000_000,
  collarRate: 50_000_000,
  ladder: {
    levels: 3,
    halfSpreadRate: 200_000,
    gapRate: 100_000,
    levelQuantity: 50_000,
    refillPerSecond: 5_000,
    positionMax: 100_000_000,
  },
  sessions: [{ weekday: 0, fromMinute: 0, toMinute: 1_440 }],
  halt: 'trading',
  haltReason: '',
  spot: true,
}

const pick = ({ order, holder }: { order: number; holder: HolderId }) => ({ order, holder })

/** A seeded crowd on an exchange of its own, on a clock of its own: the same rows each time under one set of rules. */
class Recorder {
  readonly rows: JournalRow[] = []
  readonly #machine = makeExchange(null)
  #end: ChainEnd = chainStart
  #now = startTime
  #random = 20_250_615
  #index = 600_000
  #waiting: Uint8Array[] = []
  #placed: { readonly order: number; readonly holder: HolderId }[] = []

  get now(): number {
    return this.#now
  }

  /** Writes what waits, then lets so many milliseconds pass. */
  wait(ms: number): void {
    this.commit()
    this.#now += ms
  }

  next(below: number): number {
    this.#random = (this.#random * 48_271) % 2_147_483_647
    return this.#random % below
  }

  send(command: Command, key: Key | null = null): void {
    this.#waiting.push(encode(envelopeCodec, { key, command }))
    if (this.#waiting.length >= batchMax) this.commit()
  }

  /** What waits is one row, as the engine writes it. */
  commit(): void {
    this.#now += 137
    const commands: Uint8Array[] = []
    const events: Uint8Array[] = []
    for (const bytes of this.#waiting) {
      const result = this.#machine.execute(bytes, this.#now)
      if (result.kind !== 'accepted' || result.events.length === 0) continue
      commands.push(bytes)
      events.push(result.events)
      for (const event of decode(eventsCodec, result.events)) {
        if (event.type === 'spotOrderAccepted') this.#placed.push(event)
      }
    }
    this.#waiting = []
    if (events.length === 0) return
    const row = chainRow(this.#end, {
      epoch: 1,
      time: this.#now,
      commands: joinFrames(commands),
      events: joinFrames(events),
    })
    this.rows.push(row)
    this.#end = row
  }

  open(): void {
    this.send({ type: 'listCurrency', code: 'USDT', scale: 6 })
    this.send({ type: 'listCurrency', code: 'BTC', scale: 8 })
    this.send({ type: 'listSymbol', terms })
    this.send({ type: 'configureListing', listing: 0, terms: { ...terms, sessions: [] } })
    for (const holder of holders) {
      const realm = holder < 32 + demoHolders ? 'demo' : 'real'
      this.send({ type: 'openHolder', holder, realm, country: realm === 'real' ? 'CH' : '' })
    }
    this.send({ type: 'tellRealMoney', unmet: [] })
    this.send({ type: 'switchProduct', country: 'CH', product: 'spot', on: true })
    this.send({ type: 'setStanding', holder: 36, disabled: true, realName: 'approved', country: 'CH' })
    this.tick()
  }

  tick(): void {
    this.#index += this.next(2_001) - 1_000
    const indexTenths = this.#index
    const sample = { listing: 0, indexTenths, sources: 3, fresh: true }
    this.send({ type: 'sampleIndex', stamp: this.#now - (this.#now % 1_000), kind: 'simulated', samples: [sample] })
    this.#quote(indexTenths)
  }

  #quote(indexTenths: number, kind: PriceKind = 'simulated'): void {
    const quote = { listing: 0, time: this.#now, dispersionTenths: 10, sources: 3 }
    this.send({ type: 'quote', ...quote, indexTenths, kind })
  }

  #key(): Key {
    const time = this.#now.toString(16).padStart(12, '0')
    const random = Array.from({ length: 15 }, () => this.next(16).toString(16)).join('')
    return { id: `${time}7abc8${random}`, route: 'POST /api/v3/spot/orders', digest: 'ab'.repeat(32) }
  }

  #order(holder: HolderId): void {
    const market = this.next(4) === 0
    const buys = this.next(2) === 0
    const byBudget = market && buys && this.next(3) === 0
    this.send(
      {
        type: 'placeSpotOrder',
        holder,
        symbol: 'BTCUSDT',
        side: buys ? 'buy' : 'sell',
        kind: market ? 'market' : 'limit',
        timeInForce: (['GTC', 'GTC', 'IOC', 'FOK'] as const)[this.next(4)] ?? 'GTC',
        price: market ? 0 : Math.trunc(this.#index / 10) + this.next(400) - 200,
        quantity: byBudget ? 0 : 100 + this.next(20_000),
        budget: byBudget ? BigInt(50_000_000 + this.next(900_000_000)) : 0n,
        fault: '',
      },
      this.next(4) === 0 ? this.#key() : null,
    )
  }

  #convert(holder: HolderId): void {
    const toCoin = this.next(2) === 0
    const [source, target] = toCoin ? (['USDT', 'BTC'] as const) : (['BTC', 'USDT'] as const)
    const amount = toCoin ? 25_000_000n : 1_000n
    this.send({ type: 'askConversion', holder, source, target, amount, fault: '' })
    this.commit()
    this.send({ type: 'acceptConversion', holder, quote: this.#lastQuote() })
  }

  // the number of the newest quote stands in the last row, where it was given
  #lastQuote(): number {
    for (const frame of splitFrames(this.rows.at(-1)?.events ?? new Uint8Array(0))) {
      for (const event of decode(eventsCodec, frame)) if (event.type === 'conversionQuoted') return event.quote
    }
    return 0
  }

  act(): void {
    const holder = 32 + this.next(demoHolders)
    const dice = this.next(100)
    const placed = this.#placed.at(-1 - this.next(8))
    if (dice < 45 || placed === undefined) this.#order(holder)
    else if (dice < 54) this.send({ type: 'cancelSpotOrder', ...pick(placed) })
    else if (dice < 72) {
      const price = this.next(2) === 0 ? null : Math.trunc(this.#index / 10) + this.next(400) - 200
      this.send({ type: 'amendSpotOrder', ...pick(placed), price, quantity: 100 + this.next(9_000), fault: '' })
    } else if (dice < 80) {
      const [from, to] = this.next(2) === 0 ? (['coin', 'contract'] as const) : (['contract', 'option'] as const)
      this.send({ type: 'transfer', holder, from, to, amount: BigInt(this.next(9_000_000)), fault: '' }, this.#key())
    } else if (dice < 84) this.#convert(holder)
    else if (dice < 85) this.send({ type: 'cancelAllSpotOrders', holder, symbol: '' })
    else if (dice < 87) this.send({ type: 'resetDemo', holder })
    else this.tick()
  }

  /** Options that are won, lost, level and void, and exits that are sampled, missing, rebuilt and lost. */
  options(): void {
    this.send({ type: 'resetDemo', holder: optionHolder })
    this.send({ type: 'transfer', holder: optionHolder, from: 'coin', to: 'option', amount: 1_000n * usdt, fault: '' })
    this.send({ type: 'configureOption', listing: 0, terms: optionTerms })
    this.#optionPair('simulated', [2_500, 0], [4_000, 5], [2_000, 0])
    this.#optionPair('simulated', [2_500, 0], [4_000, 0], [2_000, 0])
    this.#optionPair('simulated', [6_000, 0])
    this.#optionPair('simulated', [2_500, 0], [60_000, 0])
    const expiry = this.#optionPair('live', [2_500, 0], [60_000, 0])
    const price = BigInt(this.#index + 3) * tenthOfTick
    const trades = ['binance', 'okx'].map((source) => ({ source, trade: '7', time: expiry - 20, price }))
    this.send({ type: 'rebuildOptionExit', listing: 0, expiry, trades })
    this.#sample('live', 1_000, 0)
    this.#optionPair('live', [2_500, 0], [60_000, 0], [660_000, 0])
    this.commit()
  }

  /** Deposits and withdrawals that end in every way, a deadline that passes, and entries by hand. */
  wallet(): void {
    const holder = walletHolder
    const by = { holder, operator: 1 } as const
    // real money comes in where a country is on and live sources are heard
    this.send({ type: 'switchProduct', country: 'FR', product: 'spot', on: true })
    this.#quote(this.#index, 'live')
    this.send({ type: 'openHolder', holder, realm: 'real', country: 'FR' })
    this.send({ type: 'configureWallet', terms: { ...firstWalletTerms, feeMin: usdt } })
    const deposit = { type: 'submitDeposit', holder, currency: 'USDT', amount: 500n * usdt, fault: '' } as const
    this.send({ ...deposit, claim: 1 })
    this.send({ type: 'decideDeposit', ...by, deposit: 1, received: 499n * usdt, reason: '', fault: '' })
    this.send({ ...deposit, claim: 2 })
    this.send({ type: 'cancelDeposit', holder, deposit: 2 })
    const ask = { type: 'submitWithdrawal', holder, currency: 'USDT', amount: 100n * usdt, fault: '' } as const
    const decide = { type: 'decideWithdrawal', ...by, reason: '' } as const
    this.send({ ...ask, method: 'address', claim: 1 })
    this.send({ type: 'cancelWithdrawal', holder, withdrawal: 1 })
    this.send({ ...ask, method: 'card', claim: 2 })
    this.send({ ...decide, withdrawal: 2, act: 'reject', reason: 'payee_invalid' })
    this.send({ ...ask, method: 'address', claim: 3 })
    for (const act of ['approve', 'fail', 'pay'] as const) this.send({ ...decide, withdrawal: 3, act })
    this.send({ ...ask, method: 'address', claim: 4 })
    this.#sample('live', firstWalletTerms.reviewMs + 1, 0)
    this.#quote(this.#index, 'live')
    const hands = { currency: 0, amount: 10n * usdt, asker: 1, approver: 2 } as const
    this.send({ type: 'moveHouse', realm: 'real', from: 'external', to: 'treasury', ...hands })
    this.send({ type: 'enterManually', holder, kind: 'deposit', ...hands })
    this.commit()
  }

  // one up and one down, then samples so many ms after one another, the index moved by so much; gives a first expiry
  #optionPair(kind: PriceKind, ...samples: readonly (readonly [after: number, move: number])[]): number {
    this.commit()
    this.#quote(this.#index)
    for (const direction of ['up', 'down'] as const) {
      const order = { holder: optionHolder, symbol: 'BTCUSDT', direction, seconds: 5, stake: 20n * usdt } as const
      this.send({ type: 'placeOption', ...order, rateShown: null, fault: '' })
    }
    this.commit()
    const [entered = 0] = samples.map(([after, move]) => this.#sample(kind, after, move))
    return entered + 5_000
  }

  #sample(kind: PriceKind, after: number, move: number): number {
    this.wait(after)
    this.#index += move
    const samples = [{ listing: 0, indexTenths: this.#index, sources: 3, fresh: true }]
    const stamp = this.#now
    this.send({ type: 'sampleIndex', stamp, kind, samples })
    return stamp
  }
}

const optionHolder = 32
const walletHolder = 37
const usdt = 1_000_000n
const tenthOfTick = 10n ** 10n

const optionTerms: OptionTerms = {
  on: true,
  durations: [{ seconds: 5, rate: 800_000_000 }],
  stakeMin: 10n * usdt,
  stakeMax: 100n * usdt,
  exposureMax: 10_000n * usdt,
  poolDebtMax: 100_000n * usdt,
  tie: 'stake_returned',
}

/** Records the journal of a small busy exchange in which every kind of fact of the first release happens. */
export function record(): JournalRow[] {
  const recorder = new Recorder()
  recorder.open()
  for (let acts = 0; acts < actsCount; acts += 1) {
    recorder.act()
    // a mark that nobody renews grows old, and trading stops
    if (acts % 3 === 0) recorder.tick()
  }
  recorder.options()
  recorder.wallet()
  recordLeveraged(recorder, terms)
  recordOffers(recorder, offersIndex)
  recordMining(recorder)
  recorder.send({ type: 'haltListing', listing: 0, halt: 'halted', reason: 'the recording ends' })
  recorder.commit()
  return recorder.rows
}

/** The state that rows give, by their events alone; `at` hears of each row's state. */
export function replay(rows: readonly JournalRow[], at: (row: JournalRow, state: Uint8Array) => void): string {
  let machine = makeExchange(null)
  for (const row of rows) {
    for (const frame of splitFrames(row.events)) machine.evolve(frame, row.time)
    const state = machine.encodeState()
    at(row, state)
    // each row stands for a restart: what is not in the state is lost
    machine = makeExchange(state)
  }
  return createHash('sha256').update(machine.encodeState()).digest('hex')
}
