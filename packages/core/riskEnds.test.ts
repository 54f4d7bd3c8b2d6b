import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyLadder } from './book/ladder.ts'
import { riskRefusal } from './book/checks.ts'
import { takesRisk } from './book/realMoney.ts'
import { execute } from './exchange.ts'
import { holderName, type HolderId } from './ledger/holders.ts'
import { sums } from './query.ts'
import { decodeState, encodeState } from './snapshot.ts'
import type { State } from './state.ts'
import { acts, EverythingRun } from './testing/everythingRun.ts'
import { btcTerms } from './testing/exchangeFixture.ts'
import { btcDerivative, closeLadder, MarginFixture } from './testing/marginFixture.ts'
import type { Command, Event } from './vocabulary.ts'

const usdt = 1_000_000n
const own = 40
const other = 41
const third = 42

/** Real holders of France whose orders the house's levels reach. */
class RealFixture extends MarginFixture {
  constructor() {
    super({}, { ladder: { ...closeLadder, levelQuantity: 1_000_000, positionMax: 10 ** 12, refillPerSecond: 10 ** 6 } })
    for (const product of ['spot', 'contract', 'perpetual'] as const)
      this.must({ type: 'switchProduct', country: 'FR', product, on: true })
    this.#bring(2, 'coin', 1_000_000n * usdt)
    for (const holder of [own, other, third]) {
      this.must({ type: 'openHolder', holder, realm: 'real', country: 'FR' })
      this.must({ type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' })
      this.#bring(holder, 'coin', 1_000_000n * usdt)
      this.#bring(holder, 'contract', 1_000_000n * usdt)
    }
    this.hear(1_000_000)
  }

  #bring(holder: HolderId, account: 'coin' | 'contract', amount: bigint): void {
    const entry = { kind: 'entry', currency: 0, category: 'deposit' } as const
    this.state.venue.ledger.apply([
      { ...entry, account: 'coin', holder: 0, amount: -amount },
      { ...entry, account, holder, amount },
    ])
  }

  /** A live tick of so many sources. */
  hear(indexTenths: number, sources = 4): readonly Event[] {
    this.now += 250
    const quote = { listing: 0, time: this.now, indexTenths, dispersionTenths: 0, sources, kind: 'live' } as const
    return this.must({ type: 'quote', ...quote })
  }

  /** A buy at 99 000 that rests, of each kind there is. */
  rest(holder: HolderId): void {
    for (const order of resting) this.must({ ...order, holder })
  }

  get balanced(): boolean {
    return sums(this.state).sums.every(({ posted, frozen, held }) => posted === 0n && frozen === held)
  }
}

const size = { symbol: 'BTCUSDT', side: 'buy', kind: 'limit', timeInForce: 'GTC', price: 99_000, fault: '' } as const
const aims = { stopLoss: null, takeProfit: null } as const
const spot = { type: 'placeSpotOrder', ...size, quantity: 1_000, budget: 0n } as const
const contract = { type: 'placeContractOrder', ...size, ...aims, lots: 100, multiple: 100 } as const
const perpetual = { type: 'placePerpetualOrder', ...size, ...aims, lots: 100, reduceOnly: false } as const
const waits = {
  type: 'placeSpotConditional',
  ...size,
  passing: 'fall',
  trigger: 98_950,
  quantity: 1_000,
  budget: 0n,
} as const
const resting = [spot, contract, perpetual, waits] as const

const standing = { type: 'setStanding', holder: own, disabled: false, realName: 'approved', country: 'FR' } as const
const trades = (events: readonly Event[]): readonly string[] =>
  events.map(({ type }) => type).filter((type) => type === 'spotTraded' || type === 'derivativeTraded')
const ends = (events: readonly Event[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'spotOrderClosed' || event.type === 'derivativeOrderClosed' || event.type === 'spotConditionalEnded'
      ? [`${holderName(event.holder)} ${event.reason}`]
      : [],
  )

const off = (product: 'spot' | 'contract' | 'perpetual'): Command => ({
  type: 'switchProduct',
  country: 'FR',
  product,
  on: false,
})

/** What ends the new risk of `own` for good, with what ends then. */
const lasting: readonly (readonly [string, readonly Command[], readonly string[]])[] = [
  ['a name that is rejected', [{ ...standing, realName: 'rejected' }], Array(4).fill('40 real_name_lost')],
  ['a name that waits anew', [{ ...standing, realName: 'pending' }], Array(4).fill('40 real_name_lost')],
  ['another country', [{ ...standing, country: 'DE' }], Array(4).fill('40 product_off')],
  ['a disabling', [{ ...standing, disabled: true }], Array(4).fill('40 user_disabled')],
  ['the tag', [{ type: 'tagStaff', holder: own, staff: true }], Array(4).fill('40 paused')],
  ['a pause', [{ type: 'pauseRisk', holder: own, until: 2 ** 50 }], Array(4).fill('40 paused')],
  [
    'the country’s products',
    [off('spot'), off('contract'), off('perpetual')],
    ['40 product_off', '40 product_off', '41 product_off', '41 product_off', '40 product_off', '41 product_off'].concat(
      ['40 product_off', '41 product_off'],
    ),
  ],
  [
    'contracts of the market',
    [{ type: 'configureDerivative', listing: 0, terms: { ...btcDerivative, contractOn: false } }],
    ['40 product_off', '41 product_off'],
  ],
  [
    'perpetuals of the market',
    [{ type: 'configureDerivative', listing: 0, terms: { ...btcDerivative, perpetualOn: false } }],
    ['40 product_off', '41 product_off'],
  ],
  [
    'spot of the market',
    [{ type: 'setListingTerms', listing: 0, terms: { ...btcTerms, spot: false } }],
    ['40 product_off', '40 product_off', '41 product_off', '41 product_off'],
  ],
]

/** What stops new risk for a while, and what ends that. */
const passing: readonly (readonly [
  string,
  (fixture: RealFixture, indexTenths: number) => readonly Event[],
  Command,
])[] = [
  [
    'a lost condition',
    (fixture, index) => (fixture.must({ type: 'tellRealMoney', unmet: ['https_address'] }), fixture.hear(index)),
    { type: 'tellRealMoney', unmet: [] },
  ],
  ['two sources', (fixture, index) => fixture.hear(index, 2), { type: 'tellRealMoney', unmet: [] }],
  [
    'a halt of new risk',
    (fixture, index) => (
      fixture.must({ type: 'haltListing', listing: 0, halt: 'cancel_only', reason: 'x' }),
      fixture.hear(index)
    ),
    { type: 'haltListing', listing: 0, halt: 'trading', reason: '' },
  ],
]

describe('what rests', () => {
  it.each(lasting)('ends with %s, and nothing of it fills or holds any more', (_, commands, ended) => {
    const fixture = new RealFixture()
    for (const holder of [own, other]) fixture.rest(holder)
    const events = commands.flatMap((command) => fixture.must(command))
    expect(ends(events)).toEqual(ended)
    // what nothing has ended fills as before
    const left = 8 - ended.length
    const after = fixture.hear(989_000)
    expect(trades(after).length).toBe(left)
    expect(fixture.balanced).toBe(true)
  })

  it.each(passing)('waits through %s, and fills when that is over', (_, begin, over) => {
    const fixture = new RealFixture()
    fixture.rest(own)
    const events = begin(fixture, 989_000)
    expect([trades(events), ends(events)]).toEqual([[], []])
    for (const order of resting) expect(fixture.refused({ ...order, holder: other })).not.toBe('')
    fixture.must(over)
    expect(trades(fixture.hear(989_000)).length).toBe(4)
    expect(fixture.balanced).toBe(true)
  })

  it('on the demo fills by one source, whatever real money waits for', () => {
    const fixture = new MarginFixture(
      {},
      { ladder: { ...closeLadder, levelQuantity: 1_000_000, positionMax: 10 ** 12 } },
    )
    fixture.trader(50, 50_000)
    for (const order of resting) fixture.must({ ...order, holder: 50 })
    fixture.must({ type: 'tellRealMoney', unmet: ['https_address'] })
    fixture.now += 250
    expect(trades(fixture.quote(989_000, 1)).length).toBe(4)
  })

  it.each(passing)(
    'and would open is passed by where a close meets it in %s, ends before a limit, and what reduces goes on behind it',
    (_, begin) => {
      const fixture = new RealFixture()
      fixture.perpetual(own, 'buy', 100)
      fixture.rest(other)
      const reduces = { ...perpetual, holder: own, side: 'sell', reduceOnly: true } as const
      fixture.must({ ...reduces, price: 101_000, lots: 40 })
      fixture.must({ ...contract, holder: other, price: 99_900 })
      // behind an opening order at a better price
      fixture.must({ ...contract, holder: other, side: 'sell', price: 100_900 })
      const events = begin(fixture, 1_011_000)
      expect([trades(events), ends(events)]).toEqual([['derivativeTraded'], []])
      expect(fixture.account(own).perpetual.get(0)?.lots).toBe(60)
      // a reduce-only order and its change are taken, and what would open is not
      const [order] = fixture
        .must({ ...reduces, price: 101_500, lots: 30 })
        .flatMap((event) => (event.type === 'derivativeOrderAccepted' ? [event.order] : []))
      const amend = { type: 'amendPerpetualOrder', holder: own, order, price: null, fault: '' } as const
      fixture.must({ ...amend, lots: 20 })
      fixture.must({ ...amend, lots: 10, price: 101_400 })
      const [position] = fixture.account(own).perpetual.values()
      // the house stands aside, so that the close meets what rests
      fixture.state.derivative.ladders.real[0] = emptyLadder()
      const closed = fixture.must({ type: 'closePerpetual', holder: own, position: position.id, lots: 0, fault: '' })
      expect(trades(closed)).toEqual([])
      expect(ends(closed)).toEqual(['40 book_empty'])
      // one that could come to rest beyond them ends them
      const limit = fixture.must({ ...reduces, price: 99_900, lots: 10 })
      expect(ends(limit)).toEqual(['41 risk_closed'])
      expect(fixture.balanced).toBe(true)
    },
  )

  it('and would open is passed by up to two hundred times by a close, which trades behind it at the house’s price', () => {
    const fixture = new RealFixture()
    fixture.perpetual(own, 'buy', 100)
    for (let at = 0; at < 101; at += 1) {
      for (const holder of [other, third]) fixture.must({ ...contract, holder, lots: 1, price: 99_900 })
    }
    // the house leaves, and bids below them once it is back
    fixture.hear(998_000, 2)
    const [position] = fixture.account(own).perpetual.values()
    const close = { type: 'closePerpetual', holder: own, position: position.id, lots: 0, fault: '' } as const
    const closed = fixture.must(close)
    expect(trades(closed)).toEqual(['derivativeTraded'])
    expect(ends(closed).filter((end) => end.endsWith('risk_closed'))).toHaveLength(2)
    expect(fixture.account(own).perpetual.size).toBe(0)
    expect(fixture.balanced).toBe(true)
  })
})

describe('a reduce-only order', () => {
  const ended = lasting.flatMap(([name, commands]) =>
    commands.map((command): readonly [string, Command] => [name, command]),
  )

  it.each(ended)('is taken and amended after %s', (_, command) => {
    const fixture = new RealFixture()
    fixture.perpetual(own, 'buy', 100)
    const reduces = { ...perpetual, holder: own, side: 'sell', price: 101_000, lots: 20, reduceOnly: true } as const
    const [first] = fixture
      .must(reduces)
      .flatMap((event) => (event.type === 'derivativeOrderAccepted' ? [event.order] : []))
    fixture.must(command)
    fixture.must(reduces)
    fixture.must({ ...reduces, kind: 'market', price: 0, lots: 10 })
    fixture.must({ type: 'amendPerpetualOrder', holder: own, order: first, price: 101_500, lots: 30, fault: '' })
    expect(fixture.account(own).perpetual.get(0)?.lots).toBe(90)
    expect(trades(fixture.hear(1_020_000)).length).toBe(2)
    expect(fixture.account(own).perpetual.get(0)?.lots).toBe(40)
  })

  it('needs a market that closes, and one that is there', () => {
    const fixture = new RealFixture()
    fixture.perpetual(own, 'buy', 100)
    const reduces = { ...perpetual, holder: own, side: 'sell', price: 101_000, lots: 20, reduceOnly: true } as const
    expect(fixture.refused({ ...reduces, symbol: 'NONE' })).toBe('symbol_unknown')
    expect(fixture.refused({ ...reduces, holder: 99 })).toBe('holder_unknown')
    fixture.hear(1_000_000, 1)
    expect(fixture.refused(reduces)).toBe('market_halted')
    fixture.must({ type: 'haltListing', listing: 0, halt: 'halted', reason: 'x' })
    fixture.hear(1_000_000)
    expect(fixture.refused(reduces)).toBe('market_halted')
  })
})

// the slow question of each thing that rests and would take new risk: could its holder place it now?
function unplaceable({ derivative, spot: { orders }, venue }: State, holders: readonly HolderId[]): string[] {
  return holders.flatMap((holder) => {
    const who = venue.holders.find(holder)
    if (!who) return []
    const opening = [...(derivative.accounts.get(holder)?.orders.values() ?? [])].filter(
      ({ purpose, reduceOnly }) => purpose === 'open' && !reduceOnly,
    )
    const found = opening.filter(({ listing, product }) => {
      const name = product === 'contract' ? 'contract' : 'perpetual'
      return riskRefusal(venue, who, name) !== null || !derivative.terms[listing]?.[`${name}On`]
    })
    const listed = orders.of(holder).map((place) => orders.order(place))
    const lost = listed.filter(
      ({ listing }) => riskRefusal(venue, who, 'spot') !== null || !venue.listings[listing].spot,
    )
    return [...found, ...lost].map(({ id }) => `${holderName(holder)} ${id}`)
  })
}

describe('whatever is asked of the exchange', () => {
  it(
    'nothing rests that its holder could not place, and nothing opens that the market would not take',
    { timeout: 60_000 },
    () => {
      const holders = [40, 41, 42, 43, 44]
      let ended = 0
      let opened = 0
      fc.assert(
        fc.property(acts(400), (list) => {
          const run = new EverythingRun(holders)
          for (const act of list) {
            const steps = run.steps.length
            run.do(act)
            const events = run.steps.slice(steps).flatMap(({ outcome }) => (outcome?.ok === true ? outcome.events : []))
            ended += ends(events).filter((end) => /product_off|real_name_lost|risk_closed/.test(end)).length
            expect(unplaceable(run.state, holders)).toEqual([])
            for (const event of events) {
              if (event.type !== 'derivativeTraded') continue
              const { venue } = run.state
              const opens = [event.maker, event.taker].filter((side) => side.order > 0 && side.lotsOpened > 0)
              opened += opens.length
              const isOpen = takesRisk(venue, venue.listings[event.listing], event.realm, run.now)
              expect(opens.length === 0 || isOpen).toBe(true)
            }
          }
        }),
        { numRuns: 25, endOnFailure: true },
      )
      expect(Math.min(ended, opened)).toBeGreaterThan(2)
    },
  )

  it('ends the same orders in the same order on a state that comes from a snapshot', () => {
    const fixture = new RealFixture()
    for (const holder of [other, own]) fixture.rest(holder)
    const twin = decodeState(encodeState(fixture.state))
    const outcome = execute(twin, { key: null, command: off('contract') }, fixture.now)
    expect(outcome.ok ? outcome.events : []).toEqual(fixture.must(off('contract')))
  })
})
