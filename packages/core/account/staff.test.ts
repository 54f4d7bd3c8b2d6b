import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { execute } from '../exchange.ts'
import type { HolderId } from '../ledger/holders.ts'
import { query } from '../query.ts'
import { record } from '../record.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import type { State } from '../state.ts'
import { btcDerivative } from '../testing/marginFixture.ts'
import { acts, EverythingRun } from '../testing/everythingRun.ts'
import { funded, holder, usdt, withdraw } from '../testing/walletRun.ts'
import type { Command, Event } from '../vocabulary.ts'

const buy = {
  type: 'placeSpotOrder',
  holder,
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 90_000,
  quantity: 100,
  budget: 0n,
  fault: '',
} as const
const tag = (staff: boolean, of = holder): Command => ({ type: 'tagStaff', holder: of, staff })

describe('the tag of an account of staff', () => {
  it('ends orders that would take new risk and refuses new ones, while money goes on', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(buy)
    expect(fixture.must(tag(true))).toMatchObject([
      { type: 'staffTagged', holder, staff: true },
      { type: 'spotOrderClosed', reason: 'paused' },
    ])
    expect(fixture.refused(buy)).toBe('staff_no_trading')
    const ask = { type: 'askConversion', holder, source: 'USDT', target: 'BTC', amount: 10n * usdt, fault: '' } as const
    expect(fixture.refused(ask)).toBe('staff_no_trading')
    fixture.must(withdraw(100n * usdt))
    // once more is no second fact
    expect(fixture.must(tag(true))).toEqual([])
    expect(query(fixture.state, { type: 'staffTags' }, fixture.now)).toEqual({ type: 'staffTags', tags: [{ holder }] })
    expect(fixture.must(tag(false))).toEqual([{ type: 'staffTagged', holder, staff: false }])
    fixture.must(buy)
  })

  it('lets pass what only reduces', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must({ type: 'switchProduct', country: 'FR', product: 'perpetual', on: true })
    fixture.must({ type: 'configureDerivative', listing: 0, terms: btcDerivative })
    const size = { price: 0, lots: 100, stopLoss: 0, takeProfit: 0, fault: '' } as const
    const order = { symbol: 'BTCUSDT', side: 'buy', kind: 'market', timeInForce: 'IOC', ...size } as const
    const place = (reduceOnly: boolean): Command => ({ type: 'placePerpetualOrder', holder, ...order, reduceOnly })
    fixture.must(tag(true))
    expect(fixture.refused(place(false))).toBe('staff_no_trading')
    expect(fixture.refused(place(true))).toBe('nothing_to_reduce')
  })

  it('is of real accounts alone, and outlives a restart and what else changes in how somebody stands', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must({ type: 'openHolder', holder: 41, realm: 'demo', country: '' })
    expect(fixture.refused(tag(true, 41))).toBe('holder_unknown')
    expect(fixture.refused(tag(true, 99))).toBe('holder_unknown')
    fixture.must(tag(true))
    fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'advanced', country: 'FR' })
    const state = decodeState(encodeState(fixture.state))
    expect(encodeState(state)).toEqual(encodeState(fixture.state))
    const outcome = execute(state, { key: null, command: buy }, fixture.now)
    expect(outcome).toMatchObject({ ok: false, rejection: { reason: 'staff_no_trading' } })
  })
})

/** All by which a holder can lose or win, each by its size: positions, orders that open, options, what is put into products. */
function exposure({ derivative, ieo, invest, mining, option, spot }: State, of: HolderId): Map<string, bigint> {
  const found = new Map<string, bigint>()
  for (const place of spot.orders.of(of)) {
    const { id, quantity, filled } = spot.orders.order(place)
    found.set(`spot order ${id}`, BigInt(quantity - filled))
  }
  const account = derivative.accounts.get(of)
  for (const { id, lots, filled, purpose, reduceOnly } of account?.orders.values() ?? [])
    if (purpose === 'open' && !reduceOnly) found.set(`order ${id}`, BigInt(lots - filled))
  for (const { id, side, lots } of derivative.positions.values()) {
    if (derivative.positions.get(id)?.holder === of) found.set(`position ${id} ${side}`, BigInt(lots))
  }
  for (const { id, stake } of option.byHolder.get(of)?.values() ?? []) found.set(`option ${id}`, stake)
  for (const { id, holder: owner, amount } of mining.orders.values())
    if (owner === of) found.set(`mining ${id}`, amount)
  for (const id of invest.byHolder.get(of) ?? []) found.set(`invest ${id}`, invest.orders.get(id)?.amount ?? 0n)
  for (const [project, { own }] of ieo.projects) {
    for (const { id, amount } of own.get(of)?.values() ?? []) found.set(`ieo ${project} ${id}`, amount)
  }
  return found
}

const grown = (before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>): string[] =>
  [...after].flatMap(([what, size]) => (size > (before.get(what) ?? 0n) ? [what] : []))

const converts = (event: Event, of: HolderId): boolean => event.type === 'converted' && event.holder === of

describe('whatever is asked of the exchange', () => {
  it(
    'what a tagged account can lose or win never grows, and nothing of it that opens is left',
    { timeout: 60_000 },
    () => {
      const holders = [40, 41, 42, 43, 44]
      let held = 0
      fc.assert(
        fc.property(acts(500), (list) => {
          const run = new EverythingRun(holders)
          const set = (of: HolderId, staff: boolean) =>
            record(run.state, { key: null, command: { type: 'tagStaff', holder: of, staff } }, run.now)
          for (const [at, act] of list.entries()) {
            // whoever has something to lose is tagged for a while, and free to take more of it for a while
            if (at % 50 === 0) for (const of of holders) set(of, at % 100 === 50 && exposure(run.state, of).size > 0)
            const tagged = holders.filter((of) => run.state.venue.holders.find(of)?.staff === true)
            const before = new Map(tagged.map((of) => [of, exposure(run.state, of)]))
            const steps = run.steps.length
            run.do(act)
            const events = run.steps.slice(steps).flatMap(({ outcome }) => (outcome?.ok === true ? outcome.events : []))
            for (const [of, had] of before) {
              if (run.state.venue.holders.find(of)?.staff !== true) continue
              const has = exposure(run.state, of)
              held += has.size
              expect(grown(had, has)).toEqual([])
              expect([...has.keys()].filter((what) => /^(spot )?order /.test(what))).toEqual([])
              expect(events.filter((event) => converts(event, of))).toEqual([])
            }
          }
        }),
        { numRuns: 6, endOnFailure: true },
      )
      expect(held).toBeGreaterThan(200)
    },
  )
})
