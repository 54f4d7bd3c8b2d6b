import { describe, expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import { OptionFixture, optionTerms } from '../testing/optionFixture.ts'
import type { Command } from '../vocabulary.ts'
import { breakEvenRate, gainOf, optionTermsHold } from './terms.ts'

type Place = Command & { type: 'placeOption' }

const place: Place = {
  type: 'placeOption',
  holder: 32,
  symbol: 'BTCUSDT',
  direction: 'up',
  seconds: 60,
  stake: 100_000_000n,
  rateShown: 800_000_000,
  fault: '',
}
const usdt = 1_000_000n
const entry = { kind: 'entry', account: 'coin', currency: 0, category: 'deposit' } as const

function fixtureWith(terms = optionTerms): OptionFixture {
  const fixture = new OptionFixture(terms)
  fixture.better(32)
  return fixture
}

describe('an option that is refused', () => {
  it('is told the first rung that it fails, in the order of precedence', () => {
    const fixture = fixtureWith()
    // everything wrong at once; each step mends one rung
    const bad = { ...place, symbol: 'NOPE', seconds: 61, stake: 1n, rateShown: 1, fault: 'field_malformed' }
    const wrong: Place = { ...bad, holder: 40 }
    expect(fixture.refused(wrong)).toBe('holder_unknown')
    fixture.must({ type: 'openHolder', holder: 40, realm: 'real', country: 'FR' })
    const stand = { type: 'setStanding', holder: 40, country: 'FR' } as const
    fixture.must({ ...stand, disabled: true, realName: 'missing' })
    expect(fixture.refused(wrong)).toBe('user_disabled')
    fixture.must({ ...stand, disabled: false, realName: 'missing' })
    expect(fixture.refused(wrong)).toBe('product_off')
    fixture.must({ type: 'switchProduct', country: 'FR', product: 'option', on: true })
    expect(fixture.refused(wrong)).toBe('real_name_missing')
    fixture.must({ ...stand, disabled: false, realName: 'pending' })
    expect(fixture.refused(wrong)).toBe('real_name_pending')
    fixture.must({ ...stand, disabled: false, realName: 'rejected' })
    expect(fixture.refused(wrong)).toBe('real_name_rejected')
    fixture.must({ ...stand, disabled: false, realName: 'approved' })
    expect(fixture.refused(wrong)).toBe('symbol_unknown')
    const known = { ...wrong, symbol: 'BTCUSDT' }
    expect(fixture.refused(known)).toBe('prices_simulated')
    const quote = { type: 'quote', listing: 0, indexTenths: 1_000_000, dispersionTenths: 0, kind: 'live' } as const
    fixture.must({ ...quote, time: fixture.now, sources: 2 })
    expect(fixture.refused(known)).toBe('option_sources_few')
    fixture.must({ ...quote, time: fixture.now, sources: 3 })
    expect(fixture.refused(known)).toBe('field_malformed')
    const read = { ...known, fault: '' }
    expect(fixture.refused(read)).toBe('duration_unknown')
    const offered = { ...read, seconds: 60 }
    expect(fixture.refused(offered)).toBe('stake_out_of_range')
    const sized = { ...offered, stake: 100_000_000n }
    expect(fixture.refused(sized)).toBe('option_terms_changed')
    expect(fixture.refused({ ...sized, rateShown: null })).toBe('balance_insufficient_order')
  })

  it('is told when the market is old, halted or closed', () => {
    const fixture = fixtureWith()
    fixture.now += 5_001
    expect(fixture.refused(place)).toBe('market_stale')
    fixture.now += 60_000
    expect(fixture.refused(place)).toBe('market_closed')
    fixture.quote(1_000_000, 0)
    fixture.quote(1_000_000)
    fixture.must({ type: 'haltListing', listing: 0, halt: 'cancel_only', reason: 'upkeep' })
    expect(fixture.refused(place)).toBe('market_halted')
  })

  it('is told that options are off on a listing, and has stakes from 10 to 10 000 USDT, both inclusive', () => {
    const fixture = fixtureWith()
    expect(fixture.refused({ ...place, stake: 10n * usdt - 1n })).toBe('stake_out_of_range')
    fixture.must({ ...place, stake: 10n * usdt })
    fixture.must({ ...place, stake: 10_000n * usdt })
    expect(fixture.refused({ ...place, stake: 10_000n * usdt + 1n })).toBe('stake_out_of_range')
    fixture.must({ type: 'configureOption', listing: 0, terms: { ...optionTerms, on: false } })
    expect(fixture.refused(place)).toBe('symbol_unknown')
  })

  it('meets the caps: so many a holder, so much a direction, and what the pool can owe', () => {
    const fixture = fixtureWith({ ...optionTerms, exposureMax: 1_000n * usdt, poolDebtMax: 1_500n * usdt })
    fixture.must({ ...place, stake: 1_250n * usdt })
    expect(fixture.refused({ ...place, stake: 10n * usdt })).toBe('option_exposure_full')
    fixture.must({ ...place, direction: 'down', stake: 620n * usdt })
    expect(fixture.refused({ ...place, direction: 'down', stake: 10n * usdt })).toBe('option_pool_full')
    const many = fixtureWith()
    for (let n = 0; n < 200; n++) many.must({ ...place, stake: 10n * usdt })
    expect(many.refused(place)).toBe('open_orders_too_many')
  })

  it('frees the caps when it is settled', () => {
    const fixture = fixtureWith({ ...optionTerms, exposureMax: 80n * usdt })
    fixture.must(place)
    expect(fixture.refused(place)).toBe('option_exposure_full')
    fixture.pass(70, 1_000_000)
    fixture.quote(1_000_000)
    fixture.must(place)
  })
})

describe('an option at its very bound', () => {
  it('is told the least and the most that may be staked', () => {
    const outcome = fixtureWith().run({ ...place, stake: 1n })
    const detail = { min: '10', max: '10000' }
    expect(outcome).toMatchObject({ rejection: { reason: 'stake_out_of_range', detail } })
  })

  it('may cost what its pool owns and may owe, to the unit', () => {
    // a stake of 100 wins 80
    for (const [owns, owes] of [
      [0n, 80n * usdt],
      [80n * usdt, 0n],
      [30n * usdt, 50n * usdt],
    ]) {
      const taken = (short: bigint) => {
        const fixture = fixtureWith({ ...optionTerms, poolDebtMax: owes })
        fixture.state.venue.ledger.apply([
          { ...entry, holder: houseHolder('demo', 'optionPool'), amount: owns - short },
          { ...entry, holder: houseHolder('demo', 'external'), amount: short - owns },
        ])
        return fixture.run(place)
      }
      expect(taken(0n)).toMatchObject({ ok: true })
      expect(taken(1n)).toMatchObject({ rejection: { reason: 'option_pool_full' } })
    }
  })

  it('may take the last unit of its account', () => {
    const fixture = fixtureWith({ ...optionTerms, stakeMax: 100_000n * usdt })
    expect(fixture.refused({ ...place, stake: 50_000n * usdt + 1n })).toBe('balance_insufficient_order')
    fixture.must({ ...place, stake: 50_000n * usdt })
    expect(fixture.stands(32)).toEqual([0n, 50_000n * usdt])
  })

  it('may be as large as its holder’s own limit', () => {
    const fixture = fixtureWith()
    fixture.must({ type: 'setOwnLimit', holder: 32, limit: 'stake', amount: 20n * usdt })
    fixture.must({ ...place, stake: 20n * usdt })
    const outcome = fixture.run({ ...place, stake: 20n * usdt + 1n })
    expect(outcome).toMatchObject({ rejection: { reason: 'own_stake_limit' } })
  })
})

describe('terms', () => {
  it('must hold together', () => {
    expect(optionTermsHold(optionTerms)).toBe(true)
    const one = { seconds: 60, rate: 800_000_000 }
    const broken = [
      { durations: [] },
      { durations: [one, one] },
      { durations: [{ ...one, rate: 0 }] },
      { durations: [{ ...one, rate: 1_000_000_001 }] },
      { durations: [{ ...one, seconds: 0 }] },
      { durations: [{ ...one, seconds: 86_401 }] },
      { stakeMin: 0n },
      { stakeMax: 1n },
      { exposureMax: -1n },
      { poolDebtMax: 2n ** 60n },
    ]
    for (const part of broken) expect(optionTermsHold({ ...optionTerms, ...part })).toBe(false)
    const fixture = new OptionFixture()
    const terms = { ...optionTerms, stakeMin: 0n }
    expect(fixture.refused({ type: 'configureOption', listing: 0, terms })).toBe('listing_invalid')
    expect(fixture.refused({ type: 'configureOption', listing: 9, terms })).toBe('symbol_unknown')
  })

  it('pay K·r rounded down, and break even at 1 / (1 + r)', () => {
    expect(gainOf(10_000_001n, 820_000_000)).toBe(8_200_000n)
    expect(breakEvenRate(800_000_000)).toBe(555_555_556)
    expect(breakEvenRate(1_000_000_000)).toBe(500_000_000)
  })
})
