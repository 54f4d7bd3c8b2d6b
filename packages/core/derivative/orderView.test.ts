import { describe, expect, it } from 'vitest'
import { houseEffect } from '../testing/houseEffect.ts'
import { OpenFixture } from '../testing/openFixture.ts'
import type { DerivativeEvent, EventOf } from './event.ts'
import { acceptedView, orderViewOf, viewAfter } from './orderView.ts'

const holder = 40
const accepted: EventOf<'derivativeOrderAccepted'> = {
  type: 'derivativeOrderAccepted',
  order: 7,
  realm: 'demo',
  holder,
  listing: 0,
  product: 'perpetual',
  position: 'cross',
  purpose: 'open',
  closes: 0,
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 100_000,
  lots: 10,
  multiple: 20,
  reduceOnly: false,
  hold: 1_000n,
  heldPrice: 100_000,
  feeRateMaker: 2,
  feeRateTaker: 5,
  stopLoss: 90_000,
  takeProfit: 120_000,
  indexTenths: 1_000_000,
  indexTime: 1,
}
const closing = {
  holder,
  listing: 0,
  product: 'perpetual',
  position: 'cross',
  side: 'buy',
  status: 'canceled',
  reason: 'by_user',
  lots: 10,
  filled: 0,
  released: 1_000n,
} as const
const before = acceptedView(accepted, 50)

function traded(more: { maker?: object; taker?: object; lots?: number }): DerivativeEvent {
  return {
    type: 'derivativeTraded',
    trade: 1,
    realm: 'demo',
    listing: 0,
    price: 100_000,
    lots: more.lots ?? 4,
    quoteAmount: 400n,
    takerSide: 'sell',
    maker: { ...houseEffect(holder), filled: false, ...more.maker },
    taker: { ...houseEffect(holder), filled: false, ...more.taker },
    indexTenths: 1_000_000,
    indexTime: 1,
  }
}

const after = (...events: DerivativeEvent[]) => viewAfter(before, 7, events, 60)

describe('an order as it is shown', () => {
  it('is at its acceptance all that it was accepted as, and nothing more', () => {
    const view = {
      order: 7,
      holder,
      listing: 0,
      position: 'cross',
      purpose: 'open',
      closes: 0,
      side: 'buy',
      kind: 'limit',
      timeInForce: 'GTC',
      price: 100_000,
      lots: 10,
      filled: 0,
      quoteFilled: 0n,
      multiple: 20,
      reduceOnly: false,
      hold: 1_000n,
      feeRateMaker: 2,
      feeRateTaker: 5,
      feePaid: 0n,
      realised: 0n,
      stopLoss: 90_000,
      takeProfit: 120_000,
      made: false,
      took: false,
      status: 'new',
      reason: null,
      acceptedAt: 50,
      updatedAt: 50,
    }
    expect(before).toEqual(view)
    const other = { ...accepted, order: 8 }
    expect(viewAfter(null, 7, [other, accepted], 50)).toEqual(view)
    expect(viewAfter(null, 7, [other, { type: 'derivativeOrderClosed', ...closing, order: 7 }], 50)).toBeNull()
  })

  it('adds up what it makes and what it takes', () => {
    const sums = { fee: 3n, realised: -20n, holdReleased: 400n }
    const made = after(traded({ maker: { order: 7, ...sums } }))
    expect(made).toEqual({
      ...before,
      filled: 4,
      quoteFilled: 400n,
      feePaid: 3n,
      realised: -20n,
      hold: 600n,
      made: true,
      updatedAt: 60,
    })
    const both = after(
      traded({ maker: { order: 7, ...sums } }),
      traded({ taker: { order: 7, ...sums, filled: true }, lots: 6 }),
    )
    expect(both).toEqual({
      ...before,
      filled: 10,
      quoteFilled: 800n,
      feePaid: 6n,
      realised: -40n,
      hold: 200n,
      made: true,
      took: true,
      status: 'filled',
      reason: 'filled',
      updatedAt: 60,
    })
    expect(after(traded({ taker: { order: 7 } }))).toMatchObject({ made: false, took: true, status: 'new' })
    expect(after(traded({ taker: { order: 7 } }), traded({ maker: { order: 7 } }))).toMatchObject({
      made: true,
      took: true,
    })
  })

  it('holds less where it rests, and anew where it is amended or cut', () => {
    const own = { order: 7, holder, listing: 0, product: 'perpetual', position: 'cross', side: 'buy' } as const
    expect(after({ type: 'derivativeOrderRested', ...own, released: 100n })).toEqual({ ...before, hold: 900n })
    const to = { price: 99_000, lots: 12, heldPrice: 99_000, holdChange: 50n, keepsPlace: false }
    expect(after({ type: 'derivativeOrderAmended', ...own, ...to })).toEqual({
      ...before,
      price: 99_000,
      lots: 12,
      hold: 1_050n,
      updatedAt: 60,
    })
    const cut = { type: 'derivativeOrderCut', order: 7, holder, listing: 0, side: 'buy', lots: 6 } as const
    expect(after(cut)).toEqual({ ...before, lots: 6, updatedAt: 60 })
  })

  it('ends with why it ended, and holds nothing then', () => {
    expect(after({ type: 'derivativeOrderClosed', ...closing, order: 7 })).toEqual({
      ...before,
      status: 'canceled',
      reason: 'by_user',
      hold: 0n,
      updatedAt: 60,
    })
  })

  it('is not touched by what becomes of others', () => {
    const other = { order: 8, holder, listing: 0, product: 'perpetual', position: 'cross', side: 'buy' } as const
    const amended = { price: 99_000, lots: 12, heldPrice: 99_000, holdChange: 50n, keepsPlace: false }
    expect(
      after(
        traded({ maker: { order: 8 }, taker: { order: 9 } }),
        { type: 'derivativeOrderRested', ...other, released: 100n },
        { type: 'derivativeOrderAmended', ...other, ...amended },
        { type: 'derivativeOrderCut', order: 8, holder, listing: 0, side: 'buy', lots: 6 },
        { type: 'derivativeOrderClosed', ...closing, order: 8 },
      ),
    ).toEqual(before)
  })

  it('is while it is open what is kept of it', () => {
    const order = new OpenFixture().order(holder, { filled: 3, quoteFilled: 30n, feePaid: 2n, realised: 5n, hold: 9n })
    const shown: object = { ...order, order: order.id, status: 'new', reason: null }
    expect(shown).toMatchObject(orderViewOf(order))
    expect(Object.keys(orderViewOf(order)).toSorted()).toEqual(Object.keys(before).toSorted())
  })
})
