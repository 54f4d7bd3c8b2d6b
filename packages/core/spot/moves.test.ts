import { describe, expect, it } from 'vitest'
import type { SpotTraded } from './event.ts'
import { spotMoves } from './moves.ts'

const traded: SpotTraded = {
  type: 'spotTraded',
  trade: 1,
  realm: 'real',
  listing: 0,
  base: 1,
  quote: 0,
  price: 100,
  quantity: 2,
  baseAmount: 2_000,
  quoteAmount: 300,
  makerOrder: 1,
  makerHolder: 40,
  takerOrder: 2,
  takerHolder: 41,
  takerSide: 'buy',
  makerFee: 3,
  takerFee: 20,
  makerHold: 2_000,
  takerHold: 310,
  makerFilled: true,
  takerFilled: true,
  indexTenths: 0,
  indexTime: 0,
}

/** A move as its holder, its currency, its amount and what it is. */
function shown(event: SpotTraded) {
  return spotMoves(event).map((move) => [
    move.holder,
    move.currency,
    move.amount,
    move.kind === 'hold' ? `hold ${move.hold}` : move.category,
  ])
}

describe('the moves of a trade', () => {
  it('give back both holds, move base and quote, and take each fee off what is received, for the house’s fees', () => {
    expect(shown(traded)).toEqual([
      [41, 0, -310n, 'hold order'],
      [40, 1, -2_000n, 'hold order'],
      [41, 0, -300n, 'spot_buy'],
      [41, 1, 2_000n, 'spot_buy'],
      [40, 1, -2_000n, 'spot_sell'],
      [40, 0, 300n, 'spot_sell'],
      [41, 1, -20n, 'transaction_fee'],
      [1, 1, 20n, 'transaction_fee'],
      [40, 0, -3n, 'transaction_fee'],
      [1, 0, 3n, 'transaction_fee'],
    ])
  })

  it('are the same with the sides exchanged, and none of what is nothing', () => {
    const none = { makerFee: 0, takerFee: 0, makerHold: 0, takerHold: 0 } as const
    expect(shown({ ...traded, ...none, takerSide: 'sell' })).toEqual([
      [40, 0, -300n, 'spot_buy'],
      [40, 1, 2_000n, 'spot_buy'],
      [41, 1, -2_000n, 'spot_sell'],
      [41, 0, 300n, 'spot_sell'],
    ])
  })
})
