import { describe, expect, it } from 'vitest'
import { categories } from '../ledger/categories.ts'
import { type GainLine, actsOf, isRead } from './acts.ts'

const [btc, eth] = [1, 2] as const

describe('the acts of a moment', () => {
  const line = (category: GainLine['category'], currency: number, amount: bigint, ref = 'o'): GainLine => ({
    time: 9,
    category,
    currency,
    amount,
    ref,
  })

  it('are the fills and fees of an order as one trade, net of what comes and goes', () => {
    const lines = [
      line('spot_buy', 0, -100n),
      line('spot_buy', btc, 10n),
      line('transaction_fee', btc, -1n),
      line('spot_buy', 0, -50n),
      line('spot_buy', btc, 5n),
      line('spot_sell', eth, -2n, 'p'),
      line('spot_sell', 0, 30n, 'p'),
      line('fund_transfer', 0, 5n, 't'),
    ]
    expect(actsOf(lines)).toEqual([
      {
        kind: 'traded',
        time: 9,
        ref: 'o',
        given: { currency: 0, amount: 150n },
        received: { currency: btc, amount: 14n },
      },
      {
        kind: 'traded',
        time: 9,
        ref: 'p',
        given: { currency: eth, amount: 2n },
        received: { currency: 0, amount: 30n },
      },
    ])
  })

  it('are of the kind that their category says, and what moves USDT within an account is none', () => {
    const kinds = categories.flatMap((category) => {
      const [found] = actsOf([line(category, btc, 5n)])
      return found === undefined ? [] : [`${category} ${found.kind}`]
    })
    expect(kinds).toEqual([
      'transaction_fee traded',
      'deposit brought',
      'manual_deposit brought',
      'withdrawal_success taken',
      'manual_withdrawal taken',
      'spot_buy traded',
      'spot_sell traded',
      'exchange traded',
      'financial_buy placed',
      'financial_settlement paid',
      'cancel_mining lost',
      'mining_income earned',
      'exchange_fee_rate traded',
    ])
    expect(categories.filter(isRead)).toEqual(kinds.map((kind) => kind.replace(/ [a-z]+$/, '')))
  })

  it('are pairs where they are about nothing, as what a reset of a demo account sells', () => {
    const sold = (currency: number, amount: bigint, paid: bigint) => [
      line('spot_sell', currency, -amount, ''),
      line('spot_sell', 0, paid, ''),
    ]
    expect(actsOf([...sold(btc, 2n, 20n), ...sold(eth, 3n, 9n), line('deposit', 0, 5n, '')])).toMatchObject([
      { kind: 'traded', given: { currency: btc, amount: 2n }, received: { currency: 0, amount: 20n } },
      { kind: 'traded', given: { currency: eth, amount: 3n }, received: { currency: 0, amount: 9n } },
      { kind: 'brought', sum: { currency: 0, amount: 5n } },
    ])
  })

  it('are each of its own kind and currency, and nothing where all is set off', () => {
    expect(actsOf([line('withdrawal_success', btc, -9n), line('withdrawal_success', btc, -1n)])).toEqual([
      { kind: 'taken', time: 9, ref: 'o', sum: { currency: btc, amount: 10n } },
    ])
    expect(actsOf([line('spot_buy', btc, 1n), line('transaction_fee', btc, -1n)])).toEqual([])
    expect(() => actsOf([line('spot_buy', 0, -1n), line('spot_buy', btc, -1n)])).toThrow('more than two')
    expect(() => actsOf([line('spot_buy', 0, 1n), line('spot_buy', btc, 1n)])).toThrow('more than two')
    expect(actsOf([line('deposit', btc, 1n), line('deposit', btc, -1n)])).toEqual([])
    const [pair] = actsOf([line('spot_sell', btc, -1n, ''), line('spot_sell', 0, 1n, '')])
    expect(pair).toMatchObject({ received: { amount: 1n } })
  })
})
