import { makeBrackets } from '@truemark/core/margin/brackets'
import type { PerpetualOrder } from '@truemark/protocol/routes/perpetual'
import { describe, expect, it } from 'vitest'
import { amendForm } from './amendForm.ts'
import { fineText, summarizeLots } from './lotSummary.ts'
import { btcContext, btcTerms } from './testing/lots.ts'

/** A long of a lot (0.1 BTC) at 60 000, 10×: it holds 600 of margin and 3 for the fee. */
const order: PerpetualOrder = {
  order_id: '7',
  symbol: 'BTCUSDT',
  side: 'buy',
  type: 'limit',
  time_in_force: 'GTC',
  price: '60000',
  lots: '1',
  lots_traded: '0',
  reduce_only: false,
  purpose: 'open',
  mode: 'isolated',
  multiple: 10,
  margin: '603',
  average_price: null,
  fee: '0',
  fee_rate_maker: '0.0002',
  fee_rate_taker: '0.0005',
  role: '',
  profit: '0',
  stop_loss: null,
  take_profit: null,
  status: 'new',
  reason: '',
  created_time: 1,
  updated: 1,
  simulated: true,
}
const resting = { market: 0, product: 'perpetual', side: 'buy', lots: 100, multiple: 10 } as const
const stricter = makeBrackets([{ floor: 0n, maintenanceRate: 20_000_000, multipleMax: 20 }])

/** An account that has nothing beside what the order holds, before an empty book. */
function change(
  asked: { price: string; quantity: string },
  over: { order?: Partial<PerpetualOrder>; keeps?: boolean } = {},
) {
  const none = { price: [], quantity: [] }
  const market = { ...btcTerms(), markTenths: 6_000_000, markDecides: true, reach: { long: 100, short: 0 } }
  const context = btcContext({
    product: 'perpetual',
    depth: { buy: none, sell: none },
    markets: [market],
    holder: { available: 0n, perpetualHold: 0n, positions: [], resting: [resting] },
  })
  const keptOf = (id: string) => (over.keeps === true && id === '7' ? stricter : null)
  const made = amendForm({ ...order, ...over.order }, asked, context, { open: [], keptOf })
  return { ...made, summary: summarizeLots(made.form, made.context) }
}

const liquidation = ({ context, summary }: ReturnType<typeof change>) => {
  const fine = summary?.after?.liquidationFine
  return fine === null || fine === undefined ? null : fineText(fine, context.terms)
}

describe('a change of a resting order as a form', () => {
  it('is paid for by what the order holds, and not where it wants more', () => {
    const cheaper = change({ price: '59000', quantity: '1' })
    expect(cheaper.held).toBe(603_000_000n)
    expect(cheaper.summary).toMatchObject({ margin: 590_000_000n, need: 592_950_000n, refusal: null })
    const larger = change({ price: '60000', quantity: '1.01' })
    expect(larger.summary?.refusal?.reason).toBe('balance_insufficient_order')
    expect(larger.summary?.margin).toBe(606_000_000n)
  })

  it('takes the place of the order among what rests, and of what it could open', () => {
    const { context } = change({ price: '59000', quantity: '1' })
    expect(context.holder?.resting).toEqual([])
    expect(context.markets[0]?.reach).toEqual({ long: 0, short: 0 })
  })

  it('is of what is left of it, and of nothing where it would be no more than is filled', () => {
    const half = { order: { lots_traded: '0.4', margin: '361.8' } }
    expect(change({ price: '60000', quantity: '1.2' }, half).form.lots).toBe('0.8')
    const done = change({ price: '60000', quantity: '0.4' }, half)
    expect([done.form.lots, done.summary]).toEqual(['', null])
  })

  it('keeps the brackets it was placed under until it grows, and says so where it leaves them', () => {
    const moved = change({ price: '59000', quantity: '1' }, { keeps: true })
    expect(moved.takesBrackets).toBe(false)
    const grown = change({ price: '59000', quantity: '1.01' }, { keeps: true })
    expect(grown.takesBrackets).toBe(true)
    expect(change({ price: '59000', quantity: '1.01' }).takesBrackets).toBe(false)
    // 2 % of maintenance against 0.4 %: M = E·0.9/(1 − m)
    expect(liquidation(moved)).toMatch(/^54183\.673/)
    expect(liquidation(grown)).toMatch(/^53313\.253/)
    expect(liquidation(change({ price: '59000', quantity: '1' }))).toMatch(/^53313\.253/)
  })

  it('of one that only reduces leaves no brackets and needs nothing', () => {
    const reduces = change(
      { price: '59000', quantity: '2' },
      { order: { reduce_only: true, margin: '0' }, keeps: true },
    )
    expect(reduces.takesBrackets).toBe(false)
    expect(reduces.form.reduceOnly).toBe(true)
  })
})
