import { createHash } from 'node:crypto'
import type { ListingTerms } from '@truemark/core/book/listing'
import { decode, encode } from '@truemark/core/codec/codec'
import type { Key } from '@truemark/core/keys'
import { type Command, envelopeCodec } from '@truemark/core/vocabulary'
import { eventsCodec, makeExchange } from '../../apps/server/src/engine/exchangeMachine.ts'
import { joinFrames, splitFrames } from '../../apps/server/src/engine/frames.ts'
import { type ChainEnd, type JournalRow, chainRow, chainStart } from '../../apps/server/src/engine/journalRow.ts'

const startTime = 1_750_000_000_000
const batchMax = 5
const actsCount = 420
const holders = [32, 33, 34, 35, 36]
const demoHolders = 4

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

const pick = ({ order, holder }: { order: number; holder: number }) => ({ order, holder })

/** A seeded crowd on an exchange of its own, on a clock of its own: the same rows each time under one set of rules. */
class Recorder {
  readonly rows: JournalRow[] = []
  readonly #machine = makeExchange(null)
  #end: ChainEnd = chainStart
  #now = startTime
  #random = 20_250_615
  #index = 600_000
  #waiting: Uint8Array[] = []
  #placed: { readonly order: number; readonly holder: number }[] = []

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

  #quote(indexTenths: number): void {
    const quote = { listing: 0, time: this.#now, dispersionTenths: 10, sources: 3 }
    this.send({ type: 'quote', ...quote, indexTenths, kind: 'simulated' })
  }

  #key(): Key {
    const time = this.#now.toString(16).padStart(12, '0')
    const random = Array.from({ length: 15 }, () => this.next(16).toString(16)).join('')
    return { id: `${time}7abc8${random}`, route: 'POST /api/v3/spot/orders', digest: 'ab'.repeat(32) }
  }

  #order(holder: number): void {
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

  #convert(holder: number): void {
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
