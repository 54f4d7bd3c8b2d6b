import { describe, expect, it } from 'vitest'
import { emptyLotForm, type LotForm } from './lotForm.ts'
import { lotError } from './lotErrors.ts'
import { reduceLotForm } from './lotReducer.ts'
import { fineText, lotsFor, summarizeLots } from './lotSummary.ts'
import { lotTerms, priceText } from './lotTerms.ts'
import { stressAt, stressSteps } from './stress.ts'
import { btcContext, btcTerms, btcWire } from './testing/lots.ts'
import { percentFrom, targetTicks, turned } from './target.ts'
import { liquidationOnGrid } from './liquidationShown.ts'

const form = (over: Partial<LotForm>): LotForm => ({ ...emptyLotForm, ...over })

describe('the terms of a market', () => {
  it('give the worth of a hundredth of a lot at a tenth of a tick', () => {
    // 0.001 BTC at 0.01 USDT
    expect(btcTerms().quotePerTenthLot).toBe(10)
  })

  it('are none where that would be no whole number', () => {
    expect(lotTerms({ ...btcWire, contract_size: '0.000001' }, 6, 'demo')).toBeNull()
  })
})

describe('what a contract order comes to', () => {
  it('is the check of the rules: 0.1 BTC at 60 000, 10×, 0.4 %', () => {
    const context = btcContext()
    const long = summarizeLots(form({ lots: '1' }), context)
    expect(long).toMatchObject({ worth: 6_000_000_000n, margin: 600_000_000n, fee: 3_000_000n, need: 603_000_000n })
    expect(long?.entry && priceText(long.entry, context.terms)).toBe('60000')
    expect(long?.after?.liquidationFine && fineText(long.after.liquidationFine, context.terms)).toMatch(/^54216\.867/)
    const short = summarizeLots(form({ lots: '1', side: 'sell' }), context)
    expect(short?.after?.liquidationFine && fineText(short.after.liquidationFine, context.terms)).toMatch(/^65737\.051/)
  })

  it('shows a liquidation price on the grid of marks, rounded towards the mark', () => {
    expect(liquidationOnGrid('54216.8675', 'buy', btcTerms())).toBe('54216.87')
    expect(liquidationOnGrid('65737.0518', 'sell', btcTerms())).toBe('65737.05')
  })

  it('is shown and refused where it can’t be afforded', () => {
    const context = btcContext()
    const big = form({ lots: '5' })
    const summary = summarizeLots(big, context)
    expect(summary?.after?.lots).toBe(500)
    expect(lotError(big, summary, context)).toMatchObject({ field: 'lots', reason: 'balance_insufficient_order' })
  })

  it('tells what the book can fill', () => {
    expect(summarizeLots(form({ lots: '20' }), btcContext())).toMatchObject({ lots: 2_000, filledNow: 1_000 })
  })

  it('is foretold to end early where it would leave another position below its maintenance margin', () => {
    // q 0.1, E 60 000, 10×: the mark stands just above where this ticket is liquidated
    const ticket = { market: 0, kind: 'ticket', side: 'long', lots: 100, cost: 6_000_000_000n } as const
    const beside = { ...ticket, margin: 600_000_000n, multiple: 10, brackets: null }
    const mark = 5_422_000
    const level = { price: [542_200], quantity: [2_000] }
    const context = btcContext({ depth: { buy: level, sell: level }, mark, multiple: 20 })
    const many = form({ lots: '10' })
    const holder = { available: 9_000_000_000n, perpetualHold: 0n, positions: [beside], resting: [] }
    const markets = context.markets.map((each) => ({ ...each, markTenths: mark }))
    const held = { ...context, markets, holder }
    expect(summarizeLots(many, held)).toMatchObject({ refusal: null, ends: { reason: 'margin_short', filled: 0 } })
    expect(summarizeLots(many, { ...held, holder: { ...holder, positions: [] } })).toMatchObject({ ends: null })
  })

  it('foresees what all together have open, what rests of its holder, and marks that do not decide', () => {
    const asked = form({ lots: '1' })
    const reasonWith = (context: ReturnType<typeof btcContext>) => summarizeLots(asked, context)?.refusal
    const context = btcContext()
    const [market] = context.markets
    if (!market || !context.holder) throw new Error('the fixture has no market')
    expect(reasonWith(context)).toBeNull()
    const full = { ...market, openInterestMax: 9_000_000_000n, reach: { long: 60, short: 0 } }
    expect(reasonWith({ ...context, markets: [full] })).toEqual({
      reason: 'open_interest_max',
      detail: { max: '9000' },
    })
    const capped = { ...market, openInterestUserMax: 9_000_000_000n }
    const resting = [{ market: 0, product: 'perpetual', side: 'sell', lots: 60, multiple: 10 } as const]
    expect(reasonWith({ ...context, markets: [capped] })).toBeNull()
    const waits = { ...context, markets: [capped], holder: { ...context.holder, resting } }
    expect(reasonWith(waits)).toEqual({ reason: 'open_interest_user_max', detail: { max: '9000' } })
    const cross = { market: 1, kind: 'cross', side: 'long', lots: 1, cost: 60_000_000n, margin: 0n } as const
    const positions = [{ ...cross, multiple: 10, brackets: null }]
    const old = { ...market, symbol: 'ETHUSDT', markDecides: false }
    const undecided = { ...context, markets: [market, old], holder: { ...context.holder, positions } }
    expect(reasonWith(undecided)).toEqual({ reason: 'position_undecided', detail: { symbol: 'ETHUSDT' } })
    expect(reasonWith({ ...undecided, markets: [market, { ...old, markDecides: true }] })).toBeNull()
  })

  it('fits a share into what is usable', () => {
    const context = btcContext()
    const lots = lotsFor(form({}), 100, context)
    const summary = summarizeLots(form({ lots }), context)
    expect(summary && summary.need <= 1_000_000_000n).toBe(true)
    expect(lots).toBe('1.65')
    expect(lotsFor(form({}), 50, context)).toBe('0.82')
  })
})

describe('the refusals of a form', () => {
  it.each([
    [{ lots: '0.001' }, 'lots', 'lots_invalid'],
    [{ lots: '501' }, 'lots', 'lots_invalid'],
    [{ lots: '', type: 'limit', price: '0' }, 'price', 'price_invalid'],
    [{ lots: '1', type: 'limit', price: '65000' }, 'price', 'price_too_far'],
    [{ lots: '1', type: 'limit', price: '60000', timeInForce: 'POST_ONLY' }, 'price', 'post_only_would_trade'],
    [{ lots: '1', protects: true, stopLoss: { by: 'price', text: '61000' } }, 'stopLoss', 'buy_stop_loss_side'],
    [{ lots: '1', protects: true, takeProfit: { by: 'price', text: '59000' } }, 'takeProfit', 'buy_take_profit_side'],
    [
      { lots: '1', side: 'sell', protects: true, stopLoss: { by: 'price', text: '59000' } },
      'stopLoss',
      'sell_stop_loss_side',
    ],
    [{ lots: '1', protects: true, stopLoss: { by: 'price', text: '0' } }, 'stopLoss', 'stop_zero'],
  ] as const)('%o', (over, field, reason) => {
    const context = btcContext()
    const asked = form(over)
    expect(lotError(asked, summarizeLots(asked, context), context)).toMatchObject({ field, reason })
  })

  it('are none for what the engine takes, nor while a figure is missing', () => {
    const context = btcContext()
    for (const over of [{ lots: '1' }, { lots: '' }, { lots: '1', type: 'limit', price: '' } as const]) {
      const asked = form(over)
      expect(lotError(asked, summarizeLots(asked, context), context)).toBeNull()
    }
  })

  it('include reducing what is not there', () => {
    const context = btcContext({ product: 'perpetual', mode: 'cross' })
    const asked = form({ lots: '1', reduceOnly: true })
    expect(lotError(asked, summarizeLots(asked, context), context)).toMatchObject({ reason: 'nothing_to_reduce' })
  })
})

describe('a target', () => {
  const terms = btcTerms()

  it('counts from the entry to its own side', () => {
    const ten = { by: 'percent', text: '10' } as const
    expect(targetTicks(ten, 'takeProfit', 'buy', 6_000_000, terms)).toBe(660_000)
    expect(targetTicks(ten, 'stopLoss', 'buy', 6_000_000, terms)).toBe(540_000)
    expect(targetTicks(ten, 'stopLoss', 'sell', 6_000_000, terms)).toBe(660_000)
    expect(targetTicks({ by: 'percent', text: '100' }, 'stopLoss', 'buy', 6_000_000, terms)).toBe(0)
    expect(targetTicks({ by: 'price', text: '' }, 'stopLoss', 'buy', 6_000_000, terms)).toBeNull()
  })

  it('is the same said as a price and as a percentage', () => {
    const percent = { by: 'percent', text: '2.5' } as const
    const price = turned(percent, 'stopLoss', 'buy', 6_000_000, terms)
    expect(price).toEqual({ by: 'price', text: '58500' })
    expect(turned(price, 'stopLoss', 'buy', 6_000_000, terms)).toEqual(percent)
    expect(percentFrom(585_000, 6_000_000)).toBe('2.5')
  })
})

describe('the stress slider', () => {
  it('finds the price at which the engine would liquidate', () => {
    const context = btcContext()
    const summary = summarizeLots(form({ lots: '1' }), context)
    if (!summary?.after) throw new Error('no position')
    const { after } = summary
    const at = (step: number) => stressAt(after, summary, context, step)
    expect(at(0)).toMatchObject({ price: 6_000_000, profit: 0n, liquidated: false })
    expect(at(stressSteps)).toMatchObject({ price: 6_900_000, profit: 900_000_000n, liquidated: false })
    for (let step = -stressSteps; step <= 0; step += 1) {
      const stress = at(step)
      // 54 216.8675 is liquidated below, and equal is safe
      expect(stress?.liquidated).toBe((stress?.price ?? 0) < 5_421_687)
    }
  })
})

describe('the form', () => {
  it('keeps a chosen share when the multiple changes, and ends it when lots are typed', () => {
    const context = btcContext()
    const half = reduceLotForm(emptyLotForm, { type: 'share', percent: 50 }, context)
    expect(half.lots).toBe('0.82')
    const doubled = reduceLotForm(half, { type: 'multiple', to: 20 }, context)
    expect(doubled).toMatchObject({ share: 50, lots: '1.65' })
    expect(reduceLotForm(doubled, { type: 'lots', text: '1' }, context)).toMatchObject({ share: null, lots: '1' })
  })

  it('drops its targets when the side turns, for they lie on the wrong one', () => {
    const typed = form({ protects: true, stopLoss: { by: 'price', text: '59000' } })
    expect(reduceLotForm(typed, { type: 'side', side: 'sell' }, btcContext()).stopLoss.text).toBe('')
  })
})
