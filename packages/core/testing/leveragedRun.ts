import fc from 'fast-check'
import { crossFigures } from '../derivative/account.ts'
import type { DerivativeAccount, Position } from '../derivative/state.ts'
import { houseHolder, type HolderId, type Realm } from '../ledger/holders.ts'
import { products } from '../capability/products.ts'
import type { PriceKind } from '../book/mark.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import type { Command, Event } from '../vocabulary.ts'
import { MarginFixture } from './marginFixture.ts'
import { optionTerms } from './optionFixture.ts'

const unit = 1_000_000n
const start = 1_000_000
const none = { stopLoss: null, takeProfit: null, fault: '' }
const hourMs = 3_600_000
export const runSymbols = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']
const runHolders: readonly (readonly [holder: HolderId, realm: Realm, usdt: bigint])[] = [
  [40, 'demo', 2_000n],
  [41, 'demo', 4_000n],
  [42, 'real', 2_000n],
  [43, 'real', 4_000n],
]

/** What may happen, each with its weight. */
const weights = {
  tick: 20,
  gap: 2,
  ticket: 6,
  perpetual: 14,
  close: 2,
  margin: 6,
  transfer: 3,
  exchange: 1,
  cancel: 1,
  sample: 1,
  halt: 2,
  sources: 2,
  wait: 1,
  restart: 1,
  reset: 1,
  set: 1,
  stop: 1,
  standing: 1,
  stake: 1,
} as const
type Kind = keyof typeof weights

/** One act: of what kind, and three numbers below 1 000 that say what exactly. */
export interface Act {
  readonly kind: Kind
  readonly a: number
  readonly b: number
  readonly c: number
}

const number = fc.nat(999)

/** Random acts of random holders in three markets and both realms. */
export const leveragedActs: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(weights) as Kind[]).flatMap((name) => Array<Kind>(weights[name]).fill(name))),
    a: number,
    b: number,
    c: number,
  }),
  { minLength: 12, maxLength: 50, size: 'max' },
)

function pick<T>(of: readonly T[], at: number): T {
  return of[at % of.length]
}

/** What one act has caused: its facts, and the listing that ticked last, if any. */
export interface Done {
  readonly events: readonly Event[]
  readonly ticked: number | null
}

/**
 * An exchange of three markets and four holders, two of each realm, who use all that they may use; the prices come from
 * a live feed whose sources, halts and sessions change. Driven by acts alone, so that a run repeats.
 */
export class LeveragedRun extends MarginFixture {
  readonly marks = [start, start, start]
  readonly #sources = [4, 4, 4]
  readonly #kinds: PriceKind[] = ['live', 'live', 'live']
  /** When the first tick after the last restart was, UTC milliseconds; 0 before the first. */
  since = 0
  /** By realm, which markets have ticked since what decides about their marks has changed. */
  readonly ticked: Record<Realm, Set<number>> = { real: new Set(), demo: new Set() }

  constructor() {
    super()
    this.list('ETH')
    this.list('SOL')
    for (const listing of [0, 1, 2]) this.must({ type: 'configureOption', listing, terms: optionTerms })
    for (const product of products) this.must({ type: 'switchProduct', country: 'FR', product, on: true })
    const entry = { kind: 'entry', account: 'coin', currency: 0, category: 'deposit' } as const
    const external = houseHolder('real', 'external')
    const give = (holder: HolderId, amount: bigint): void =>
      this.state.venue.ledger.apply([
        { ...entry, holder: external, amount: -amount },
        { ...entry, holder, amount },
      ])
    give(houseHolder('real', 'insurance'), 1_000_000n * unit)
    for (const listing of [0, 1, 2]) this.#quote(listing)
    for (const [holder, realm, usdt] of runHolders) {
      this.must({ type: 'openHolder', holder, realm, country: 'FR' })
      const standing = { disabled: false, realName: 'approved', country: 'FR' } as const
      this.must({ type: 'setStanding', holder, ...standing })
      if (realm === 'real') give(holder, 100_000n * unit)
      this.must({ type: 'transfer', holder, from: 'coin', to: 'contract', amount: usdt * unit, fault: '' })
      for (const [at, symbol] of runSymbols.entries()) {
        const multiple = pick([20, 50, 20], at)
        this.must({ type: 'setPerpetual', holder, symbol, mode: 'cross', multiple, fault: '' })
      }
    }
    for (const [holder, , usdt] of runHolders) this.#begin(holder, Number(usdt))
  }

  // each begins with two positions that take most of what it has
  #begin(holder: HolderId, usdt: number): void {
    const [one, other] =
      runHolders.findIndex(([one]) => one === holder) % 2 === 0
        ? ['buy' as const, 'sell' as const]
        : ['sell' as const, 'buy' as const]
    this.perpetual(holder, one, Math.floor(usdt * 0.9))
    this.perpetual(holder, other, Math.floor(usdt * 1.7), { symbol: 'ETHUSDT' })
  }

  /** A tick of a market at its mark, in as many commands as it takes. */
  #quote(listing: number): readonly Event[] {
    this.since ||= this.now
    // what waited for a first mark is looked at by the next one that decides
    if (this.state.venue.marks.of(listing).indexTenths === 0)
      for (const ticked of Object.values(this.ticked)) ticked.clear()
    const events: Event[] = []
    for (;;) {
      const outcome = this.run({
        type: 'quote',
        listing,
        time: this.now,
        indexTenths: this.marks[listing],
        dispersionTenths: 0,
        sources: this.#sources[listing],
        kind: this.#kinds[listing],
      })
      if (!outcome.ok) throw new Error(outcome.rejection.reason)
      events.push(...outcome.events)
      if (outcome.answer.type !== 'tick' || !outcome.answer.more) return events
    }
  }

  /** Does one act, and says after each tick of it what has come of it. */
  do(act: Act, after: (done: Done) => void): void {
    this.now += 1
    const { a, b, c } = act
    const listing = a % 3
    switch (act.kind) {
      case 'tick':
      case 'gap': {
        const most = act.kind === 'gap' ? 0.08 : 0.015
        this.marks[listing] = Math.max(100_000, Math.round(this.marks[listing] * (1 + ((b - 500) / 500) * most)))
        this.now += 250
        // the others mostly tick as well
        const order = c % 2 === 0 ? [listing] : [listing, (listing + 1) % 3, (listing + 2) % 3]
        for (const each of order) after({ events: this.#quote(each), ticked: each })
        return
      }
      case 'sample':
        for (const events of this.#sample(b)) after({ events, ticked: null })
        return
      case 'sources':
        this.#sources[listing] = pick([4, 4, 2, 1, 4, 0], b)
        this.#kinds[listing] = pick<PriceKind>(['live', 'live', 'live', 'live', 'simulated'], c)
        return
      case 'wait':
        this.now += pick([1_001, 4_000, 6_000], b)
        return
      case 'restart':
        Object.assign(this, { state: decodeState(encodeState(this.state)), since: 0 })
        for (const ticked of Object.values(this.ticked)) ticked.clear()
        return
      case 'halt':
        for (const ticked of Object.values(this.ticked)) ticked.delete(listing)
        break
      default:
    }
    const events: Event[] = []
    for (const command of this.#commandsOf(act)) {
      const outcome = this.run(command)
      if (outcome.ok) events.push(...outcome.events)
    }
    after({ events, ticked: null })
  }

  // one sample now, and then at times one of hours later, at a stamp of funding
  *#sample(b: number): Generator<readonly Event[]> {
    for (const hours of b % 3 === 0 ? [0, 8] : [0]) {
      this.now =
        hours === 0 ? Math.ceil(this.now / 1_000) * 1_000 : (Math.floor(this.now / hourMs / 8) + 1) * 8 * hourMs
      const samples = this.marks.map((indexTenths, listing) => ({ listing, indexTenths, sources: 4, fresh: true }))
      for (;;) {
        const outcome = this.run({ type: 'sampleIndex', stamp: this.now, kind: 'live', samples })
        if (!outcome.ok) throw new Error(outcome.rejection.reason)
        yield outcome.events
        if (outcome.answer.type !== 'tick' || !outcome.answer.more) break
      }
    }
  }

  #usable(holder: HolderId): bigint {
    return crossFigures(this.state.derivative, this.state.venue, holder, this.now).usable
  }

  /** Most of the time nearly all that may be used: that is where accounts come to their edge. */
  #share(holder: HolderId, c: number): bigint {
    return (this.#usable(holder) * pick([1_000n, 990n, 800n, 500n, 500n, 300n, 100n], c)) / 1_000n
  }

  *#commandsOf({ kind, a, b, c }: Act): Generator<Command> {
    const [holder, realm] = pick(runHolders, b)
    const symbol = runSymbols[a % 3]
    switch (kind) {
      case 'ticket':
      case 'perpetual':
        yield this.#orderOf(kind, holder, a, b, c)
        return
      case 'transfer': {
        const way = pick(['out', 'in'] as const, a)
        const [from, to] = way === 'out' ? (['contract', 'coin'] as const) : (['coin', 'contract'] as const)
        const amount = way === 'out' ? this.#share(holder, c) : BigInt(1 + c) * 3n * unit
        yield { type: 'transfer', holder, from, to, amount, fault: '' }
        return
      }
      case 'stake': {
        const amount = this.#share(holder, c) / 5n
        yield { type: 'transfer', holder, from: 'contract', to: 'option', amount, fault: '' }
        const ask = { direction: 'up', seconds: 60, stake: 10n * unit, rateShown: null, fault: '' } as const
        yield { type: 'placeOption', holder, symbol, ...ask }
        return
      }
      case 'exchange': {
        const amount = BigInt(1 + c) * unit
        yield { type: 'askConversion', holder, source: 'USDT', target: 'BTC', amount, fault: '' }
        yield { type: 'acceptConversion', holder, quote: this.state.convert.nextQuote - 1 }
        return
      }
      case 'cancel':
        yield { type: 'cancelAllContractOrders', holder, symbol: '' }
        yield { type: 'cancelAllPerpetualOrders', holder, symbol: '' }
        return
      case 'set':
        yield {
          type: 'setPerpetual',
          holder,
          symbol,
          mode: c % 3 === 0 ? 'isolated' : 'cross',
          multiple: pick([50, 50, 20, 20, 5], c),
          fault: '',
        }
        return
      case 'reset':
        if (c % 20 === 0) yield { type: 'settleDemo' }
        else if (c % 3 === 0) yield { type: 'resetDemo', holder: realm === 'demo' ? holder : 40 }
        return
      case 'standing': {
        const standing = { disabled: c % 5 === 0, realName: 'approved', country: 'FR' } as const
        if (c % 40 === 1) yield { type: 'pauseRisk', holder, until: this.now + hourMs }
        else yield { type: 'setStanding', holder, ...standing }
        return
      }
      case 'halt':
        yield this.#haltOf(a % 3, b)
        return
      default:
        yield* this.#managed(kind, a, b, c)
    }
  }

  #orderOf(kind: 'ticket' | 'perpetual', holder: HolderId, a: number, b: number, c: number): Command {
    const listing = a % 3
    const account = this.state.derivative.accounts.get(holder)
    const isLimit = b % 5 < 3
    const multiple = kind === 'ticket' ? pick([1, 1, 10, 50], c) : (account?.settings.get(listing)?.multiple ?? 100)
    const mark = this.marks[listing]
    const lots = (this.#share(holder, b) * BigInt(multiple)) / (BigInt(mark) * 10n + 1n)
    const common = {
      holder,
      symbol: runSymbols[listing],
      side: (a >> 2) % 3 === 0 ? ('sell' as const) : ('buy' as const),
      kind: isLimit ? ('limit' as const) : ('market' as const),
      timeInForce: pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const, a),
      price: isLimit ? Math.round((mark * (1 + ((c - 500) / 500) * 0.019)) / 10) : 0,
      lots: Math.max(1, Math.min(50_000, Math.floor(Number(lots) * 0.99))),
      ...none,
    }
    return kind === 'ticket'
      ? { type: 'placeContractOrder', ...common, multiple }
      : { type: 'placePerpetualOrder', ...common, reduceOnly: c % 20 === 0 }
  }

  #haltOf(listing: number, b: number): Command {
    const { venue } = this.state
    const change = pick(
      [
        { halt: 'halted' },
        { halt: 'trading', sessions: [] },
        { halt: 'cancel_only' },
        { halt: 'trading', sessions: [] },
        { halt: 'trading', sessions: [] },
        { sessions: [{ weekday: 0, fromMinute: 0, toMinute: 1 }] },
        { halt: 'trading', sessions: [] },
        { halt: 'trading', sessions: [] },
      ] as const,
      b,
    )
    return {
      type: 'configureListing',
      listing,
      terms: {
        ...venue.listings[listing],
        ...change,
        sessions: [...(change.sessions ?? venue.listings[listing].sessions)],
      },
    }
  }

  /** What is done with one of all open positions. */
  *#managed(kind: Kind, a: number, b: number, c: number): Generator<Command> {
    const open = [...this.state.derivative.positions.values()]
    if (open.length === 0) return
    const { id, holder, kind: type, lots, listing } = pick(kind === 'margin' ? ownOf(open) : open, a)
    const ticket = type === 'ticket'
    if (kind === 'margin') {
      const amount = this.#share(holder, c % 3)
      if (ticket) yield { type: 'addContractMargin', holder, order: id, amount, fault: '' }
      else yield { type: 'addPerpetualMargin', holder, position: id, amount, fault: '' }
    } else if (kind === 'close') {
      const part = b % 2 === 0 ? 0 : Math.ceil(lots / (1 + (c % 4)))
      if (ticket) yield { type: 'closeContract', holder, order: id, lots: part, fault: '' }
      else yield { type: 'closePerpetual', holder, position: id, lots: part, fault: '' }
    } else {
      const stopLoss = { change: 'set', price: Math.round((this.marks[listing] * (990 + (c % 20))) / 10_000) } as const
      const targets = { stopLoss, takeProfit: { change: 'keep', price: 0 }, fault: '' } as const
      if (ticket) yield { type: 'setContractTargets', holder, order: id, ...targets }
      else yield { type: 'setPerpetualTargets', holder, position: id, ...targets }
    }
  }

  /** All accounts that have dealt in contracts and perpetuals. */
  accounts(): readonly DerivativeAccount[] {
    return [...this.state.derivative.accounts.values()]
  }
}

function ownOf(open: readonly Position[]): readonly Position[] {
  const own = open.filter(({ kind }) => kind !== 'cross')
  return own.length > 0 ? own : open
}
