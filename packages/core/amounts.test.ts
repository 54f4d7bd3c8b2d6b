import { describe, expect, it } from 'vitest'
import { hasLargeAmount, withoutLargeAmount } from './amounts.ts'
import type { Codec } from './codec/codec.ts'
import { marketCommands, tickCommands } from './market/market.ts'
import { amountMax } from './money/units.ts'
import { Fixture } from './testing/exchangeFixture.ts'
import { extremeOf } from './testing/extremeFacts.ts'
import { commands, type Command } from './vocabulary.ts'

function commandOf(type: string, codec: Codec<object>, amount: bigint): Command {
  const fields = extremeOf(codec, ({ kind }) => (kind === 'big' ? amount : undefined))
  const read = 'fault' in fields ? { fault: '' } : {}
  const words = Object.entries(fields).filter(([, value]) => typeof value === 'string')
  const known = { symbol: 'BTCUSDT', currency: 'USDT', source: 'USDT', target: 'BTC' }
  const named = words.flatMap(([name]) => Object.entries(known).filter(([word]) => word === name))
  return { type, ...fields, ...Object.fromEntries(named), ...read } as Command
}

// what real money needs besides what the server tells: a country that is on, and live prices
function openForReal(f: Fixture): void {
  f.must({ type: 'switchProduct', country: 'FR', product: 'spot', on: true })
  const { now: time } = f
  const quote = { type: 'quote', listing: 0, time, indexTenths: 1_000_000, dispersionTenths: 0, sources: 3 } as const
  f.must({ ...quote, kind: 'live' })
}

const withAmounts = Object.entries<readonly [number, Codec<object>]>(commands).filter(
  ([type, [, codec]]) =>
    !(type in marketCommands || type in tickCommands) && hasLargeAmount(commandOf(type, codec, amountMax + 1n)),
)

describe('an amount beyond 2^56 smallest units', () => {
  it('is found to the unit, to either side, wherever it stands', () => {
    const beyond = amountMax + 1n
    for (const part of [
      beyond,
      -beyond,
      [0n, beyond],
      { terms: [{ floor: -beyond }] },
      { a: 'text', b: { c: beyond } },
    ])
      expect(hasLargeAmount(part)).toBe(true)
    // what is no amount is none, however large
    for (const part of [
      amountMax,
      -amountMax,
      0n,
      [amountMax],
      { a: -amountMax },
      2 ** 60,
      `${beyond}`,
      null,
      undefined,
    ])
      expect(hasLargeAmount(part)).toBe(false)
  })

  it('is taken off the fields that have it, and of those alone; a fault that was there before stays', () => {
    const command = {
      type: 'submitDeposit',
      holder: 32,
      currency: 'USDT',
      amount: amountMax + 1n,
      claim: 1,
      fault: '',
    } as const
    expect(withoutLargeAmount(command)).toEqual({ ...command, amount: 0n, fault: 'field_malformed' })
    const faulty = { ...command, fault: 'field_missing' }
    expect(withoutLargeAmount(faulty)).toEqual({ ...faulty, amount: 0n })
    const transfer = { type: 'bookFunding', listing: 0, amount: amountMax + 1n } as unknown as Command
    expect(withoutLargeAmount(transfer)).toBeNull()
  })

  it('stands in these commands', () => {
    expect(withAmounts.map(([type]) => type).sort()).toEqual([
      'addContractMargin',
      'addPerpetualMargin',
      'announceBrackets',
      'askConversion',
      'boundPool',
      'configureConversion',
      'configureDerivative',
      'configureOption',
      'configureWallet',
      'creditDeposit',
      'creditSeen',
      'decideDeposit',
      'enterManually',
      'launchIeo',
      'moveHouse',
      'openMining',
      'placeOption',
      'placeSpotConditional',
      'placeSpotOrder',
      'placeSpotTrailing',
      'publishInvest',
      'publishMining',
      'rebuildOptionExit',
      'releaseWithdrawal',
      'requestWithdrawal',
      'setOwnLimit',
      'submitDeposit',
      'submitWithdrawal',
      'transfer',
    ])
  })

  it.each(withAmounts)('is refused in %s, to either side, and changes nothing', (type, [, codec]) => {
    for (const amount of [amountMax + 1n, 10n ** 40n, -amountMax - 1n]) {
      const f = new Fixture()
      f.must({ type: 'openHolder', holder: 32, realm: 'real', country: 'FR' })
      f.must({ type: 'setStanding', holder: 32, disabled: false, realName: 'advanced', country: 'FR' })
      const outcome = f.run({ ...commandOf(type, codec, amount), holder: 32 } as Command)
      expect(outcome.ok).toBe(false)
    }
  })

  it('is refused as a malformed field at its place among the checks of a user’s command', () => {
    const f = new Fixture()
    openForReal(f)
    const deposit = {
      type: 'submitDeposit',
      holder: 32,
      currency: 'USDT',
      amount: 10n ** 19n,
      claim: 1,
      fault: '',
    } as const
    expect(f.refused(deposit)).toBe('holder_unknown')
    f.must({ type: 'openHolder', holder: 32, realm: 'real', country: 'FR' })
    expect(f.refused({ ...deposit, currency: 'EUR' })).toBe('currency_unknown')
    expect(f.refused(deposit)).toBe('field_malformed')
    f.must({ type: 'setStanding', holder: 32, disabled: false, realName: 'approved', country: 'FR' })
    expect(f.refused({ ...deposit, amount: amountMax + 1n })).toBe('field_malformed')
    expect(f.run({ ...deposit, amount: amountMax }).ok).toBe(true)
  })

  it('is also what an amount may not be worth', () => {
    const f = new Fixture()
    openForReal(f)
    f.must({ type: 'openHolder', holder: 32, realm: 'real', country: 'FR' })
    f.must({ type: 'setStanding', holder: 32, disabled: false, realName: 'approved', country: 'FR' })
    // BTC stands at 10 000 USDT: 2^56 of its units would be worth a hundred times 2^56 of USDT's
    const deposit = { type: 'submitDeposit', holder: 32, currency: 'BTC', claim: 1, fault: '' } as const
    expect(f.refused({ ...deposit, amount: amountMax })).toBe('field_malformed')
    expect(f.run({ ...deposit, amount: amountMax / 100n }).ok).toBe(true)
  })
})
