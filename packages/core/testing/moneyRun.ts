import { answerCodec } from '../answer.ts'
import type { ListingTerms } from '../book/listing.ts'
import type { PriceKind } from '../book/mark.ts'
import { decode, encode } from '../codec/codec.ts'
import { evolve, execute } from '../exchange.ts'
import type { Key } from '../keyBytes.ts'
import { holderName, type Realm } from '../ledger/holders.ts'
import type { Outcome } from '../outcome.ts'
import { products } from '../capability/products.ts'
import { sums } from '../query.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { createState, type State } from '../state.ts'
import { envelopeCodec, eventCodec, type Command, type Envelope, type Event } from '../vocabulary.ts'
import { btcTerms } from './exchangeFixture.ts'
import { btcDerivative, closeLadder } from './marginFixture.ts'
import { decides, leftBelow, wrongIn, type Watched } from './marginRules.ts'
import { MoneyBooks } from './moneyBooks.ts'
import { capsWrong, settledWrong } from './moneyCaps.ts'
import { flowOf, holderWorth, marksOf, namedBy, type Marks } from './moneyWorth.ts'
import { optionTerms } from './optionFixture.ts'

const unit = 1_000_000n

/** Who acts, in which realm. */
export const moneyHolders: readonly (readonly [holder: number, realm: Realm])[] = [
  [40, 'real'],
  [41, 'real'],
  [42, 'real'],
  [50, 'demo'],
  [51, 'demo'],
  [52, 'demo'],
]
/** Two markets of all products, and one of a coin that cannot be divided. */
export const moneySymbols = ['BTCUSDT', 'ETHUSDT', 'DIMUSDT'] as const
/** The currencies by number. */
export const moneyCodes = ['USDT', 'BTC', 'ETH', 'DIM'] as const

/** Caps that are reached, and brackets whose steps are. */
export const moneyDerivative = {
  ...btcDerivative,
  brackets: [
    { floor: 0n, maintenanceRate: 4_000_000, multipleMax: 100 },
    { floor: 20_000n * unit, maintenanceRate: 5_000_000, multipleMax: 50 },
    { floor: 100_000n * unit, maintenanceRate: 10_000_000, multipleMax: 20 },
    { floor: 400_000n * unit, maintenanceRate: 25_000_000, multipleMax: 10 },
  ],
  openInterestUserMax: 60_000n * unit,
  openInterestMax: 150_000n * unit,
}

const spotLadder = { ...closeLadder, levelQuantity: 50_000, positionMax: 1_000_000_000 }
const dimTerms: ListingTerms = {
  ...btcTerms,
  code: 'DIMUSDT',
  base: 3,
  priceDecimals: 4,
  quantityDecimals: 0,
  ladder: { ...spotLadder, levelQuantity: 2_000 },
}

/** A command that was accepted under a key, and the bytes of its answer. */
interface Sent {
  readonly envelope: Envelope & { key: Key }
  readonly answer: Uint8Array
  readonly at: number
}

interface Row {
  readonly event: Event
  readonly now: number
}

// facts that move nothing and change no position: many, and each alike
const quiet = new Set<Event['type']>(['indexSampled', 'premiumSampled', 'keyTaken'])

/** An exchange that is asked for everything, and looked at after each answer. */
export class MoneyRun implements Watched {
  state: State = createState()
  now = 1_700_000_000_000
  since = 0
  readonly ticked: Record<Realm, Set<number>> = { real: new Set(), demo: new Set() }
  readonly indexes = [1_000_000, 500_000, 10_000]
  readonly sources = [4, 4, 4]
  readonly kinds: PriceKind[] = ['live', 'live', 'live']
  readonly sent: Sent[] = []
  /** How often each command was accepted, and refused for which reason; what facts there were. */
  readonly accepted = new Map<string, number>()
  readonly refused = new Map<string, number>()
  readonly seen = new Map<string, number>()
  // the same facts evolved from nothing; beside it what was kept on the way
  readonly #replayed = createState()
  readonly #books = new MoneyBooks(this.#replayed)
  readonly #rows: Row[] = []
  #snapshot: { readonly bytes: Uint8Array; readonly rows: number } | null = null
  #bytes: Uint8Array | null = null
  #keys = 0

  constructor() {
    this.#open()
  }

  #open(): void {
    const must = (command: Command): void => {
      const outcome = this.ask(command)
      if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.rejection.reason}`)
    }
    for (const [at, code] of moneyCodes.entries()) must({ type: 'listCurrency', code, scale: [6, 8, 8, 0][at] ?? 8 })
    must({ type: 'listSymbol', terms: { ...btcTerms, ladder: spotLadder } })
    must({ type: 'listSymbol', terms: { ...btcTerms, code: 'ETHUSDT', base: 2, ladder: spotLadder } })
    must({ type: 'listSymbol', terms: dimTerms })
    for (const listing of [0, 1]) {
      must({ type: 'configureDerivative', listing, terms: moneyDerivative })
      must({ type: 'configureOption', listing, terms: { ...optionTerms, exposureMax: 1_000n * unit } })
    }
    for (const product of products) must({ type: 'switchProduct', country: 'FR', product, on: true })
    must({ type: 'tellRealMoney', unmet: [] })
    const operators = { asker: 1, approver: 2 }
    for (const realm of ['real', 'demo'] as const) {
      const move = { type: 'moveHouse', realm, from: 'external', currency: 0, ...operators } as const
      must({ ...move, to: 'insurance', amount: 3_000n * unit })
      if (realm === 'real') {
        for (const currency of [0, 1, 2, 3]) must({ ...move, to: 'treasury', currency, amount: 10n ** 12n })
      }
      for (const currency of [0, 1]) must({ type: 'boundPool', realm, currency, debtMax: 10n ** 11n })
    }
    for (const listing of [0, 1, 2]) this.quote(listing)
    for (const [holder, realm] of moneyHolders) {
      must({ type: 'openHolder', holder, realm, country: 'FR' })
      must({ type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' })
      const give = { type: 'enterManually', kind: 'deposit', holder, ...operators } as const
      if (realm === 'real')
        for (const [at, amount] of [60_000n * unit, 300_000_000n, 500_000_000n, 50_000n].entries())
          must({ ...give, currency: at, amount })
      must({ type: 'transfer', holder, from: 'coin', to: 'contract', amount: 3_000n * unit, fault: '' })
      must({ type: 'transfer', holder, from: 'coin', to: 'option', amount: 3_000n * unit, fault: '' })
      this.#begin(holder, must)
    }
  }

  // each begins with two positions that take much of what it has, one in three of them on margins of their own
  #begin(holder: number, must: (command: Command) => void): void {
    const mode = holder % 3 === 0 ? 'isolated' : 'cross'
    const none = { stopLoss: null, takeProfit: null, fault: '' } as const
    const market = { kind: 'market', timeInForce: 'GTC', price: 0, reduceOnly: false, ...none } as const
    for (const [at, multiple] of [50, 20].entries()) {
      const symbol = moneySymbols[at] ?? ''
      must({ type: 'setPerpetual', holder, symbol, mode, multiple, fault: '' })
      const side = (holder + at) % 2 === 0 ? 'buy' : 'sell'
      must({ type: 'placePerpetualOrder', holder, symbol, side, lots: [1_900, 2_000][at] ?? 1, ...market })
    }
  }

  /** A key of now that has not been used. */
  key(route = 'POST /api/v3/spot/orders'): Key {
    this.#keys += 1
    const id = `${this.now.toString(16).padStart(12, '0')}7000a${this.#keys.toString(16).padStart(15, '0')}`
    return { route, id, digest: '1234567890abcdef' }
  }

  /** Asks for something, and looks at all that has come of it. */
  ask(command: Command, key: Key | null = null): Outcome {
    const envelope = decode(envelopeCodec, encode(envelopeCodec, { key, command }))
    const before = this.#refusalBytes()
    const outcome = execute(this.state, envelope, this.now)
    const { type } = command
    if (!outcome.ok) {
      const name = `${type}: ${outcome.rejection.reason}`
      this.refused.set(name, (this.refused.get(name) ?? 0) + 1)
      if (!same(before, encodeState(this.state))) throw new Error(`${name} has changed the state`)
      return outcome
    }
    this.accepted.set(type, (this.accepted.get(type) ?? 0) + 1)
    const answer = encode(answerCodec, outcome.answer)
    decode(answerCodec, answer)
    if (envelope.key) this.sent.push({ envelope: { ...envelope, key: envelope.key }, answer, at: this.now })
    this.#follow(type, outcome.events)
    return outcome
  }

  #refusalBytes(): Uint8Array {
    this.#bytes ??= encodeState(this.state)
    return this.#bytes
  }

  #follow(type: string, events: readonly Event[]): void {
    if (events.length > 0) this.#bytes = null
    const faults = wrongIn(this, events)
    const marks = marksOf(this.state)
    const loud = events.some((event) => !quiet.has(event.type))
    let worths = loud ? this.#worths(marks) : []
    for (const event of events) {
      this.seen.set(nameOf(event), (this.seen.get(nameOf(event)) ?? 0) + 1)
      const written = decode(eventCodec, encode(eventCodec, event))
      this.#rows.push({ event: written, now: this.now })
      faults.push(...settledWrong(this.#replayed, marks, written))
      const most = flowOf(this.#replayed, marks, written)
      evolve(this.#replayed, written, this.now)
      this.#books.take(written)
      if (quiet.has(event.type)) continue
      const after = this.#worths(marks)
      faults.push(...unearned(written, worths, after, most), ...capsWrong(this.#replayed, marks, written))
      worths = after
    }
    if (loud) faults.push(...this.#books.wrong())
    if (faults.length > 0) throw new Error(`${type}: ${faults.join('; ')}`)
  }

  #worths(marks: Marks): bigint[] {
    return moneyHolders.map(([holder]) => holderWorth(this.#replayed, marks, holder))
  }

  /** A tick of a market, in as many commands as it takes. */
  quote(listing: number): void {
    this.since ||= this.now
    if (this.state.venue.marks.of(listing).indexTenths === 0)
      for (const known of Object.values(this.ticked)) known.clear()
    const tick = { listing, time: this.now, indexTenths: this.indexes[listing], dispersionTenths: 0 }
    for (;;) {
      const outcome = this.ask({ type: 'quote', ...tick, sources: this.sources[listing], kind: this.kinds[listing] })
      if (outcome.ok && outcome.answer.type === 'tick' && !outcome.answer.more) break
    }
    for (const realm of ['real', 'demo'] as const) {
      if (decides(this, realm, listing)) this.ticked[realm].add(listing)
      else this.ticked[realm].delete(listing)
    }
    const below = leftBelow(this, listing)
    if (below.length > 0) throw new Error(below.join('; '))
  }

  /** The second of `stamp` is sampled, in as many commands as it takes. */
  sample(stamp: number, isFresh = true): void {
    this.now = Math.max(this.now, stamp)
    const samples = this.indexes.flatMap((indexTenths, listing) => {
      const sources = this.sources[listing] ?? 0
      // what no source stands behind is not sampled
      return sources === 0 ? [] : [{ listing, indexTenths, sources, fresh: isFresh }]
    })
    for (;;) {
      const outcome = this.ask({ type: 'sampleIndex', stamp, kind: 'live', samples })
      if (!outcome.ok || outcome.answer.type !== 'tick' || !outcome.answer.more) return
    }
  }

  /** The same key again: the same answer and nothing else, or, with another body, a refusal. */
  repeat(at: number, isSame: boolean): void {
    const sent = this.sent.at(-1 - at)
    if (!sent) return
    const { envelope, answer } = sent
    const digest = isSame ? envelope.key.digest : 'fedcba0987654321'
    const before = encodeState(this.state)
    const outcome = execute(this.state, { ...envelope, key: { ...envelope.key, digest } }, this.now)
    if (!same(before, encodeState(this.state))) throw new Error(`${envelope.command.type} again has changed the state`)
    const isRemembered = this.now - sent.at < 600_000
    const right = outcome.ok
      ? isSame && outcome.repeated !== null && same(outcome.repeated, answer) && outcome.events.length === 0
      : outcome.rejection.reason === (isRemembered ? 'key_reused' : 'key_expired') || (!isSame && !isRemembered)
    if (!right || outcome.ok !== (isSame && outcome.ok))
      throw new Error(`${envelope.command.type} again was answered otherwise`)
    if (isSame && isRemembered && !outcome.ok) throw new Error(`${envelope.command.type} again was refused`)
    const name = outcome.ok ? 'a key again' : `a key again: ${outcome.rejection.reason}`
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
  }

  /** Keeps a snapshot from which a later start goes on. */
  keepSnapshot(): void {
    this.#snapshot = { bytes: encodeState(this.state), rows: this.#rows.length }
  }

  /** Comes back from the last snapshot and what followed it. */
  restart(): void {
    const { unmetTold } = this.state.venue
    this.state = this.#fromSnapshot()
    this.since = 0
    this.#bytes = null
    for (const known of Object.values(this.ticked)) known.clear()
    this.ask({ type: 'tellRealMoney', unmet: [...unmetTold] })
  }

  #fromSnapshot(): State {
    const state = this.#snapshot ? decodeState(this.#snapshot.bytes) : createState()
    for (const { event, now } of this.#rows.slice(this.#snapshot?.rows ?? 0)) evolve(state, event, now)
    return state
  }

  /** All that must be so whenever one looks: what is live, what is replayed, and what came back are one. */
  check(): void {
    const live = encodeState(this.state)
    if (!same(live, encodeState(this.#replayed))) throw new Error('what was replayed from nothing is another state')
    if (!same(live, encodeState(this.#fromSnapshot()))) throw new Error('a snapshot and its tail are another state')
    if (!same(live, encodeState(decodeState(live)))) throw new Error('a snapshot does not come back')
    for (const { realm, currency, posted, frozen, held } of sums(this.state).sums) {
      if (posted !== 0n || frozen !== held) throw new Error(`${currency} of ${realm}: ${posted}, ${frozen} of ${held}`)
    }
  }
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}

function nameOf(event: Event): string {
  if (event.type === 'derivativeOrderClosed' || event.type === 'optionVoided') return `${event.type} ${event.reason}`
  if (event.type === 'optionSettled') return `${event.type} ${event.outcome}`
  if (event.type === 'positionTakenOver') return `${event.type} ${event.cause}`
  if (event.type === 'withdrawalClosed' || event.type === 'depositClosed') return `${event.type} ${event.outcome}`
  return event.type
}

// what a fact has changed beyond what it may: whom it does not name, and what all have together
function unearned(
  event: Event,
  before: readonly bigint[],
  after: readonly bigint[],
  { amount, isMost }: { readonly amount: bigint; readonly isMost: boolean },
): string[] {
  const named = namedBy(event)
  const found: string[] = []
  let change = 0n
  for (const [at, [holder]] of moneyHolders.entries()) {
    const moved = (after[at] ?? 0n) - (before[at] ?? 0n)
    change += moved
    if (moved !== 0n && !named.has(holder)) found.push(`${event.type} changes ${holderName(holder)} by ${moved}`)
  }
  const right = isMost ? change <= amount : change === amount
  if (!right) found.push(`${event.type} makes customers ${change} richer, not ${amount}`)
  return found
}
