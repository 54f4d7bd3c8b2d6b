import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeState, encodeState } from '../snapshot.ts'
import { Fixture } from '../testing/exchangeFixture.ts'
import { act, balanced, credit, deposit, funded, holder, ready, sayLive, usdt, withdraw } from '../testing/walletRun.ts'
import { WealthFixture } from '../testing/wealthFixture.ts'
import type { Command } from '../vocabulary.ts'
import { keptPrice, keptPriceAgeMaxMs, livePrice } from './worth.ts'
import { realConditions, realMoneyUnmet, toldConditions } from './realMoney.ts'

const day = 86_400_000

/** Every way to lose a condition, and how to meet it again. */
const losses: readonly { readonly name: string; readonly lose: Command; readonly meet: Command }[] = [
  ...toldConditions.map((name) => ({
    name,
    lose: { type: 'tellRealMoney', unmet: [name] } as const,
    meet: { type: 'tellRealMoney', unmet: [] } as const,
  })),
  {
    name: 'country_on',
    lose: { type: 'switchProduct', country: 'FR', product: 'spot', on: false },
    meet: { type: 'switchProduct', country: 'FR', product: 'spot', on: true },
  },
]

describe('the conditions of real money', () => {
  it('are all unmet until the server has spoken, and again after a restart', () => {
    const fixture = new Fixture()
    const restored = decodeState(encodeState(fixture.state))
    expect(realMoneyUnmet(restored.venue, 'FR', fixture.now)).toEqual([...realConditions])
  })

  it.each(losses)('without $name no money comes in, and what is owned goes out', ({ name, lose, meet }) => {
    const fixture = funded(1_000n * usdt)
    fixture.must(deposit(100n * usdt))
    fixture.must(lose)
    expect(fixture.run(deposit(10n * usdt))).toMatchObject({ rejection: { detail: { missing: name } } })
    expect(fixture.refused(credit(2, 100n * usdt))).toBe('real_money_closed')
    const hands = { currency: 0, amount: usdt, asker: 1, approver: 2 } as const
    fixture.must({ type: 'moveHouse', realm: 'real', from: 'external', to: 'treasury', ...hands })
    expect(fixture.refused({ type: 'enterManually', holder, kind: 'deposit', ...hands })).toBe('real_money_closed')
    fixture.must({ type: 'enterManually', holder, kind: 'withdrawal', ...hands })
    fixture.must(withdraw(999n * usdt))
    fixture.must(act(1, 'approve'))
    fixture.must(act(1, 'pay', 2))
    const no = { received: 0n, reason: 'duplicate', operator: 1, fault: '' } as const
    fixture.must({ type: 'decideDeposit', holder, deposit: 2, ...no })
    fixture.must(meet)
    fixture.must(deposit(10n * usdt))
    fixture.must(credit(3, 10n * usdt))
    expect(balanced(fixture)).toBe(true)
  })

  it('ask for three live sources of the last minute: no simulated, replayed or old price will do', () => {
    const fixture = ready('approved')
    fixture.goesOn = false
    const quote = { type: 'quote', listing: 0, indexTenths: 1_000_000, dispersionTenths: 0 } as const
    for (const told of [
      { kind: 'simulated', sources: 4 },
      { kind: 'replay', sources: 4 },
      { kind: 'live', sources: 2 },
      { kind: 'live', sources: 0 },
    ] as const) {
      fixture.must({ ...quote, time: fixture.now, ...told })
      expect(fixture.refused(deposit(10n * usdt))).toBe('real_money_closed')
    }
    sayLive(fixture, 1_000_000, 3)
    fixture.now += 60_001
    expect(fixture.refused(deposit(10n * usdt))).toBe('real_money_closed')
    sayLive(fixture, 1_000_000, 3)
    fixture.must(deposit(10n * usdt))
  })

  it('are of the country that somebody lives in', () => {
    const fixture = ready()
    fixture.must({ type: 'openHolder', holder: 41, realm: 'real', country: 'DE' })
    fixture.must({ type: 'openHolder', holder: 42, realm: 'real', country: '' })
    for (const other of [41, 42])
      expect(fixture.refused(deposit(10n * usdt, { holder: other }))).toBe('real_money_closed')
    fixture.must({ type: 'switchProduct', country: 'DE', product: 'mining', on: true })
    fixture.must(deposit(10n * usdt, { holder: 41 }))
  })

  it('stop new risk in every product, and no way out', () => {
    const fixture = new WealthFixture()
    fixture.saver(50)
    fixture.must({ type: 'switchProduct', country: 'FR', product: 'spot', on: true })
    const order = { type: 'placeSpotOrder', holder: 50, symbol: 'BTCUSDT', side: 'sell', kind: 'limit' } as const
    const limit = { ...order, timeInForce: 'GTC', price: 110_000, quantity: 1_000, budget: 0n, fault: '' } as const
    fixture.must(limit)
    const project = fixture.launched(fixture.ieoTerms())
    const mine = fixture.mined(fixture.miningTerms())
    const order1 = fixture.locked(50, mine, 200n * usdt)
    const sale = fixture.published(fixture.investTerms())
    const risks: Command[] = [
      limit,
      { type: 'askConversion', holder: 50, source: 'USDT', target: 'BTC', amount: 100n * usdt, fault: '' },
      { type: 'openMining', holder: 50, product: mine, amount: 200n * usdt, versionShown: null, fault: '' },
      { type: 'subscribeIeo', holder: 50, project, passes: 2, fault: '' },
      { type: 'buyInvest', holder: 50, product: sale, shares: 1, fault: '' },
    ]
    for (const lost of toldConditions) {
      fixture.must({ type: 'tellRealMoney', unmet: [lost] })
      for (const risk of risks) expect([risk.type, fixture.refused(risk)]).toEqual([risk.type, 'real_money_closed'])
    }
    fixture.must({ type: 'cancelAllSpotOrders', holder: 50, symbol: '' })
    fixture.must({ type: 'redeemMining', holder: 50, order: order1 })
    fixture.must({ type: 'transfer', holder: 50, from: 'coin', to: 'contract', amount: usdt, fault: '' })
    fixture.must({ type: 'tellRealMoney', unmet: [] })
    // what is priced needs three sources, where two let what is open go on
    const quote = { type: 'quote', listing: 0, time: fixture.now, indexTenths: 1_000_000, dispersionTenths: 0 } as const
    fixture.must({ ...quote, sources: 2, kind: 'live' })
    expect(fixture.refused(limit)).toBe('live_sources_few')
    fixture.must({ ...quote, sources: 3, kind: 'live' })
    for (const risk of risks) fixture.must(risk)
  })
})

describe('what real money is worth', () => {
  const told = fc.record({
    kind: fc.constantFrom('live' as const, 'replay' as const, 'simulated' as const),
    sources: fc.nat({ max: 4 }),
    indexTenths: fc.integer({ min: 500_000, max: 2_000_000 }),
    sampled: fc.boolean(),
    after: fc.integer({ min: 0, max: 40_000_000 }),
  })

  it('is said by the last price of three live sources alone, whatever else was heard, a restart between or not', () => {
    fc.assert(
      fc.property(fc.array(told, { maxLength: 30 }), (all) => {
        const fixture = ready('approved')
        fixture.goesOn = false
        let live: { at: number; index: number } | null = { at: fixture.now, index: 1_000_000 }
        let kept: { at: number; index: number } | null = null
        for (const { kind, sources, indexTenths, sampled, after } of all) {
          fixture.now += Math.floor(after / 1_000) * 1_000 + 1_000
          const quote = { listing: 0, time: fixture.now, indexTenths, dispersionTenths: 0, sources, kind } as const
          fixture.must({ type: 'quote', ...quote })
          const isLive = kind === 'live' && sources >= 3
          live = isLive ? { at: fixture.now, index: indexTenths } : null
          const samples = [{ listing: 0, indexTenths, sources, fresh: true }]
          if (sampled) {
            fixture.must({ type: 'sampleIndex', stamp: fixture.now, kind, samples })
            if (isLive) kept = { at: fixture.now, index: indexTenths }
          }
          const now = fixture.now + 500
          const expected = live?.index ?? (kept && now - kept.at <= keptPriceAgeMaxMs ? kept.index : undefined)
          expect(livePrice(fixture.state.venue, 1, now)?.indexTenths).toBe(live?.index)
          expect(keptPrice(fixture.state.venue, 1, now)?.indexTenths).toBe(expected)
          const { venue } = decodeState(encodeState(fixture.state))
          expect(venue.lastLive).toEqual(fixture.state.venue.lastLive)
          expect(keptPrice(venue, 1, now)?.indexTenths).toBe(
            kept && now - kept.at <= keptPriceAgeMaxMs ? kept.index : undefined,
          )
        }
      }),
      { numRuns: 200 },
    )
  })

  it('is a whole day’s where nobody knows it: one withdrawal a day, by two people, without a minimum', () => {
    const fixture = ready('approved')
    fixture.goesOn = false
    const give = { kind: 'entry', account: 'coin', currency: 1, category: 'deposit' } as const
    fixture.state.venue.ledger.apply([
      { ...give, holder: 0, amount: -5_000n },
      { ...give, holder, amount: 5_000n },
    ])
    // a simulated price says nothing of it: at 100 000 these are 0.01 USDT
    const quote = { listing: 0, time: fixture.now, indexTenths: 1_000_000, dispersionTenths: 0, sources: 4 } as const
    fixture.must({ type: 'quote', ...quote, kind: 'simulated' })
    const [event] = fixture.must(withdraw(10n, { currency: 'BTC' }))
    expect(event).toMatchObject({ worth: -1n, counted: 50_000n * usdt, indexTenths: 0 })
    fixture.must(act(1, 'approve'))
    expect(fixture.refused(act(1, 'pay', 1))).toBe('second_person_needed')
    fixture.must(act(1, 'pay', 2))
    expect(fixture.refused(withdraw(10n, { currency: 'BTC' }))).toBe('withdrawal_limit')
    fixture.now += day
    fixture.must(withdraw(10n, { currency: 'BTC' }))
    expect(balanced(fixture)).toBe(true)
  })
})
