import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyLadder } from './book/ladder.ts'
import { riskRefusal } from './book/checks.ts'
import { takesRisk } from './book/realMoney.ts'
import { execute } from './exchange.ts'
import { holderName, type HolderId } from './ledger/holders.ts'
import { decodeState, encodeState } from './snapshot.ts'
import type { State } from './state.ts'
import { acts, EverythingRun } from './testing/everythingRun.ts'
import { btcTerms } from './testing/exchangeFixture.ts'
import { btcDerivative, closeLadder, MarginFixture } from './testing/marginFixture.ts'
import { contractOrder, off, perpetualOrder, RealFixture, resting } from './testing/realFixture.ts'
import type { Command, Event } from './vocabulary.ts'

const own = 40
const other = 41
const third = 42

const standing = { type: 'setStanding', holder: own, disabled: false, realName: 'approved', country: 'FR' } as const
const trades = (events: readonly Event[]): readonly string[] =>
  events.map(({ type }) => type).filter((type) => type === 'spotTraded' || type === 'derivativeTraded')
const ends = (events: readonly Event[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'spotOrderClosed' || event.type === 'derivativeOrderClosed' || event.type === 'spotConditionalEnded'
      ? [`${holderName(event.holder)} ${event.reason}`]
      : [],
  )

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
    const fixture = new RealFixture([own, other, third])
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
    const fixture = new RealFixture([own, other, third])
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
      const fixture = new RealFixture([own, other, third])
      fixture.perpetual(own, 'buy', 100)
      fixture.rest(other)
      const reduces = { ...perpetualOrder, holder: own, side: 'sell', reduceOnly: true } as const
      fixture.must({ ...reduces, price: 101_000, lots: 40 })
      fixture.must({ ...contractOrder, holder: other, price: 99_900 })
      // behind an opening order at a better price
      fixture.must({ ...contractOrder, holder: other, side: 'sell', price: 100_900 })
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

  it('and would open is passed by a close, however much of it there is, and nobody loses an order', () => {
    const crowd = Array.from({ length: 7 }, (_, at) => 100 + at)
    const fixture = new RealFixture([own, ...crowd])
    fixture.perpetual(own, 'buy', 100)
    for (const holder of crowd)
      for (let at = 0; at < 190; at += 1) fixture.must({ ...contractOrder, holder, lots: 1, price: 99_900 })
    // the house leaves, and bids below them once it is back
    fixture.hear(998_000, 2)
    const [position] = fixture.account(own).perpetual.values()
    const sells = { ...perpetualOrder, holder: own, side: 'sell', lots: 30, reduceOnly: true } as const
    for (const timeInForce of ['FOK', 'IOC', 'GTC'] as const) {
      const events = fixture.must({ ...sells, price: 99_700, timeInForce })
      expect([trades(events), ends(events)]).toEqual([['derivativeTraded'], []])
    }
    const closed = fixture.must({ type: 'closePerpetual', holder: own, position: position.id, lots: 0, fault: '' })
    expect([trades(closed), ends(closed)]).toEqual([['derivativeTraded'], []])
    expect(fixture.account(own).perpetual.size).toBe(0)
    expect(fixture.state.derivative.orders.size).toBe(7 * 190)
    expect(fixture.balanced).toBe(true)
  })

  it.each(passing)(
    'ends in %s before a limit that is to rest, a thousand of it at most, with what that has filled',
    (_, begin) => {
      const crowd = Array.from({ length: 7 }, (__, at) => 100 + at)
      const fixture = new RealFixture([own, other, third, ...crowd])
      fixture.perpetual(own, 'buy', 100)
      fixture.perpetual(other, 'sell', 10)
      fixture.must({ ...perpetualOrder, holder: other, price: 99_950, lots: 10, reduceOnly: true })
      for (const holder of crowd)
        for (let at = 0; at < 190; at += 1) fixture.must({ ...contractOrder, holder, lots: 1, price: 99_900 })
      begin(fixture, 1_000_000)
      fixture.state.derivative.ladders.real[0] = emptyLadder()
      const limit = { ...perpetualOrder, holder: own, side: 'sell', price: 99_800, lots: 60, reduceOnly: true } as const
      const events = fixture.must(limit)
      expect(trades(events)).toEqual(['derivativeTraded'])
      expect(ends(events).filter((end) => end.endsWith('risk_closed'))).toHaveLength(999)
      expect(ends(events).at(-1)).toBe('40 fills_max')
      expect(fixture.balanced).toBe(true)
    },
  )

  it.each(passing)(
    'reduces behind more than a thousand that wait in %s, whatever it was when it came to rest',
    (_, begin) => {
      const crowd = Array.from({ length: 7 }, (__, at) => 100 + at)
      const fixture = new RealFixture([own, other, ...crowd])
      for (const holder of crowd)
        for (let at = 0; at < 190; at += 1)
          fixture.must({ ...contractOrder, holder, side: 'sell', lots: 1, price: 100_900 })
      // an order that would open when it comes to rest, and closes once its holder has bought
      fixture.must({ ...perpetualOrder, holder: other, side: 'sell', lots: 30, price: 101_000 })
      for (const holder of [own, other]) fixture.perpetual(holder, 'buy', 20)
      fixture.must({ ...perpetualOrder, holder: own, side: 'sell', lots: 20, price: 101_000, reduceOnly: true })
      const events = begin(fixture, 1_011_000)
      expect([trades(events), ends(events)]).toEqual([Array(2).fill('derivativeTraded'), []])
      for (const holder of [own, other]) expect(fixture.account(holder).perpetual.size).toBe(0)
      // what of it would open waits on
      expect(fixture.state.derivative.orders.size).toBe(7 * 190 + 1)
      expect(fixture.balanced).toBe(true)
    },
  )
})

describe('a reduce-only order', () => {
  const reduces = { ...perpetualOrder, holder: own, side: 'sell', price: 101_000, lots: 20, reduceOnly: true } as const
  const ended = lasting.flatMap(([name, commands]) =>
    commands.map((command): readonly [string, Command] => [name, command]),
  )

  it.each(ended)('is taken and amended after %s', (_, command) => {
    const fixture = new RealFixture([own, other, third])
    fixture.perpetual(own, 'buy', 100)
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
    const fixture = new RealFixture([own, other, third])
    fixture.perpetual(own, 'buy', 100)
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
    const fixture = new RealFixture([own, other, third])
    for (const holder of [other, own]) fixture.rest(holder)
    const twin = decodeState(encodeState(fixture.state))
    const outcome = execute(twin, { key: null, command: off('contract') }, fixture.now)
    expect(outcome.ok ? outcome.events : []).toEqual(fixture.must(off('contract')))
  })
})
