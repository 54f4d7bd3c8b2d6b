import type { PerpetualAccount } from '@truemark/protocol/routes/perpetual'
import { describe, expect, it } from 'vitest'
import { distancePercent, liveFigures } from './liveFigures.ts'
import { liveAccount } from './liveAccount.ts'
import { liquidationOnGrid, liquidationWith } from './liquidationShown.ts'
import { positionOfTicket, type OpenPosition } from './openPosition.ts'
import { btcTerms } from './testing/lots.ts'

const fetched: PerpetualAccount = {
  currency: 'USDT',
  margin: '600',
  margin_held: '600',
  profit: '0',
  net_value: '1000',
  balance: '1000',
  available: '400',
  free: '400',
  usable: '400',
  margin_level: '1.666666666',
  maintenance_margin: '24',
  margin_orders: '0',
  margin_isolated: '0',
  stale: false,
  settings: [],
  kept_brackets: [],
  seq: 1,
  simulated: true,
  time: 1,
}

const long: OpenPosition = {
  id: 'a',
  product: 'perpetual',
  symbol: 'BTCUSDT',
  side: 'buy',
  mode: 'cross',
  multiple: 10,
  lots: 100,
  cost: 6_000_000_000n,
  margin: 600_000_000n,
  entryPrice: '60000',
  liquidationPrice: null,
  stopLoss: null,
  takeProfit: null,
  funding: '0',
  realized: '0',
  openedAt: 1,
  simulated: true,
  brackets: null,
}

const liveWith = (open: readonly OpenPosition[], mark: string | undefined, decides = true) =>
  liveAccount(fetched, 400_000_000n, { open, termsOf: btcTerms, markOf: () => mark, decides: () => decides })

const account = (mark: string | undefined) => liveWith([long], mark)

describe('the live account', () => {
  it('follows the mark', () => {
    expect(account('61000')).toMatchObject({
      balance: 1_000_000_000n,
      profit: 100_000_000n,
      net: 1_100_000_000n,
      margin: 600_000_000n,
      free: 500_000_000n,
      usable: 400_000_000n,
      levelPercent: 183n,
      undecided: null,
    })
    expect(account('57000')).toMatchObject({ profit: -300_000_000n, free: 100_000_000n, usable: 100_000_000n })
    expect(account('50000').usable).toBe(0n)
  })

  it('says where a cross position is liquidated: (qE − W)/(q(1 − mmr))', () => {
    // (6000 − 1000) / (0.1 × 0.996)
    expect(account('60000').liquidations.get('a')).toMatch(/^50200\.803/)
  })

  it('has nothing usable while a cross position has no mark', () => {
    expect(account(undefined)).toMatchObject({ undecided: 'BTCUSDT', usable: 0n })
  })

  it('has nothing usable while the mark of a cross position does not decide, and goes on counting at its last', () => {
    expect(liveWith([long], '61000', false)).toMatchObject({ undecided: 'BTCUSDT', usable: 0n, profit: 100_000_000n })
    const ticket = { ...long, product: 'contract', mode: 'isolated' } as const
    expect(liveWith([ticket], '61000', false)).toMatchObject({ undecided: null, usable: 400_000_000n })
  })
})

describe('the figures of a position', () => {
  it('are of the mark, and its return of the margin it began with', () => {
    expect(liveFigures(long, 6_060_000, btcTerms())).toEqual({
      worth: 6_060_000_000n,
      profit: 60_000_000n,
      returnPercent: '10',
    })
    expect(liveFigures({ ...long, side: 'sell' }, 6_060_000, btcTerms()).profit).toBe(-60_000_000n)
  })

  it('tell how far the mark is from liquidation', () => {
    expect(distancePercent('54216.87', 6_000_000, 1)).toBe('9.63')
    expect(distancePercent(null, 6_000_000, 1)).toBeNull()
  })
})

describe('the liquidation price beside other positions of the symbol', () => {
  it('is the account’s own, for the bracket is that of the whole', () => {
    // 48 000 and 42 000: each in the first bracket, both together in the second
    const ticket = { ...long, product: 'contract', mode: 'isolated', lots: 800, cost: 48_000_000_000n } as const
    const one = { ...ticket, margin: 4_800_000_000n }
    const other = {
      ...ticket,
      id: 'b',
      side: 'sell',
      lots: 700,
      cost: 42_000_000_000n,
      margin: 2_100_000_000n,
    } as const
    const all = [one, other]
    const { liquidations } = liveWith(all, '60000')
    for (const each of all) {
      const shown = liquidationWith(each, all, btcTerms(), 0n)
      expect(shown).toBe(liquidationOnGrid(liquidations.get(each.id) ?? '', each.side, btcTerms()))
      expect(shown).not.toBe(liquidationWith(each, [each], btcTerms(), 0n))
    }
    expect(liquidationWith(one, all, btcTerms(), 100_000_000n)).not.toBe(liquidationWith(one, all, btcTerms(), 0n))
  })
})

describe('a ticket on the wire', () => {
  const wire = {
    order_id: 'b',
    symbol: 'BTCUSDT',
    side: 'sell',
    type: 'market',
    time_in_force: 'GTC',
    price: null,
    multiple: 20,
    lots: '0.5',
    lots_traded: '0.5',
    lots_open: '0.5',
    rests: false,
    role: 'taker',
    entry_price: '60000',
    cost: '3000',
    current_price: '59000',
    liquidation_price: null,
    bankruptcy_price: null,
    margin: '150',
    margin_order: '0',
    maintenance_margin: '12',
    amount: '2950',
    profit: '50',
    realized_profit: '0',
    fee: '1.5',
    fee_rate: '0.0005',
    funding: '0',
    stop_loss: null,
    take_profit: null,
    settlement_price: null,
    settlement_time: null,
    status: 'filled',
    reason: '',
    forced: false,
    created_time: 1,
    updated: 1,
    simulated: true,
  } as const

  it('keeps its cost where it was fetched without a mark, so that its profit is right once there is one', () => {
    const unmarked = { ...wire, current_price: null, amount: '0', profit: '0', maintenance_margin: '0' }
    for (const ticket of [wire, unmarked]) {
      const position = positionOfTicket(ticket, () => null)
      expect(position).toMatchObject({ lots: 50, cost: 3_000_000_000n, margin: 150_000_000n })
      if (position === null) throw new Error('nothing is open')
      expect(liveFigures(position, 5_900_000, btcTerms()).profit).toBe(50_000_000n)
      const live = liveWith([{ ...position, product: 'perpetual', mode: 'cross' }], '59000')
      expect(live.profit).toBe(50_000_000n)
    }
  })

  it('is no position while nothing of it is open', () => {
    expect(positionOfTicket({ ...wire, lots_open: '0' }, () => null)).toBeNull()
  })
})
