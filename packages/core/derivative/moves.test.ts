import { describe, expect, it } from 'vitest'
import { houseHolder, type HolderId } from '../ledger/holders.ts'
import { houseEffect } from '../testing/houseEffect.ts'
import type { DerivativeEvent, DerivativeTraded, Effect, EventOf } from './event.ts'
import { derivativeMoves } from './moves.ts'

const evidence = { indexTenths: 1_000, indexTime: 5 } as const
const house = houseHolder('demo', 'liquidity')
const nothing: Effect = { ...houseEffect(32), order: 1, product: 'perpetual', kind: 'cross', multiple: 10 }
const houseSide = houseEffect(house)

/** Each move on one line: who, why, and how much, in `hold what` or `account`. */
function linesOf(event: DerivativeEvent): string[] {
  return derivativeMoves(event).map((move) => {
    expect(move.currency).toBe(0)
    const where = move.kind === 'hold' ? `hold ${move.hold}` : 'pay'
    return `${nameOf(move.holder)} ${move.account} ${where} ${move.category ?? '-'} ${move.amount}`
  })
}

function nameOf(holder: HolderId): string {
  const known = (['clearing', 'fees', 'insurance', 'liquidity'] as const).find(
    (one) => houseHolder('demo', one) === holder,
  )
  return known ?? String(holder)
}

function traded(
  taker: Partial<Effect>,
  takerSide: 'buy' | 'sell' = 'buy',
  maker: Effect = houseSide,
): DerivativeTraded {
  const trade = { trade: 1, realm: 'demo', listing: 0, price: 100, lots: 1, quoteAmount: 0n } as const
  return { type: 'derivativeTraded', ...trade, takerSide, maker, taker: { ...nothing, ...taker }, ...evidence }
}

describe('what a trade posts', () => {
  const opened = { lotsOpened: 5, holdReleased: 40n, fee: 3n } as const

  it('of a ticket that opens: its hold is given back, its margin held, its fee paid', () => {
    const side = { ...opened, product: 'contract', kind: 'ticket', marginChange: 37n } as const
    expect(linesOf(traded(side))).toEqual([
      '32 contract hold order contract_order -40',
      '32 contract hold isolated_margin contract_order 37',
      '32 contract pay transaction_fee -3',
      'fees coin pay transaction_fee 3',
    ])
  })

  it('of an isolated position that closes at a loss: margin back, the loss to clearing, the rest to the fund', () => {
    const side = { kind: 'isolated', purpose: 'liquidation', lotsClosed: 5, realised: -30n, insurance: 7n } as const
    expect(linesOf(traded({ ...side, marginChange: -37n, perpetualChange: 4n }))).toEqual([
      '32 contract hold isolated_margin single_contract_close -37',
      '32 contract hold perpetual_margin margin 4',
      '32 contract pay single_contract_close -30',
      'clearing coin pay single_contract_close 30',
      '32 contract pay single_contract_close -7',
      'insurance coin pay single_contract_close 7',
    ])
    expect(linesOf(traded({ kind: 'isolated', marginChange: 1n, perpetualChange: -4n, holdReleased: 2n }))).toEqual([
      '32 contract hold order single_contract_order -2',
      '32 contract hold isolated_margin single_contract_order 1',
      '32 contract hold perpetual_margin margin_return -4',
    ])
    expect(linesOf(traded({ kind: 'ticket', marginChange: -1n, realised: 2n, purpose: 'stop_loss' }))).toEqual([
      '32 contract hold isolated_margin contract_close -1',
      '32 contract pay contract_close 2',
      'clearing coin pay contract_close -2',
    ])
  })

  it('of a cross position: what the account holds is shown by the side that opened, else as margin or its return', () => {
    expect(linesOf(traded({ ...opened, perpetualChange: 9n }, 'sell'))).toEqual([
      '32 contract hold order pending_sell -40',
      '32 contract hold perpetual_margin sell 9',
      '32 contract pay transaction_fee -3',
      'fees coin pay transaction_fee 3',
    ])
    expect(linesOf(traded({ lotsOpened: 1, perpetualChange: 1n }))).toEqual(['32 contract hold perpetual_margin buy 1'])
    expect(linesOf(traded({ perpetualChange: 1n }))).toEqual(['32 contract hold perpetual_margin margin 1'])
    expect(linesOf(traded({ lotsOpened: 1, perpetualChange: -1n }))).toEqual([
      '32 contract hold perpetual_margin margin_return -1',
    ])
  })

  it.each([
    ['open', 'buy', 'close_buy'],
    ['close', 'sell', 'close_sell'],
    ['liquidation', 'sell', 'close_sell'],
    ['stop_loss', 'sell', 'stop_loss'],
    ['take_profit', 'buy', 'take_profit'],
  ] as const)('of a cross position shows what an order to %s by a %s realised as %s', (purpose, side, category) => {
    expect(linesOf(traded({ purpose, realised: 8n }, side))).toEqual([
      `32 contract pay ${category} 8`,
      `clearing coin pay ${category} -8`,
    ])
  })

  it('of both sides: the maker’s first, each by its own side; the house has coins and no holds', () => {
    const maker = { ...nothing, holder: 33, holdReleased: 5n }
    expect(linesOf(traded({ holdReleased: 6n }, 'buy', maker))).toEqual([
      '33 contract hold order pending_sell -5',
      '32 contract hold order pending_buy -6',
    ])
    expect(linesOf(traded({ holdReleased: 6n }, 'sell', maker))).toEqual([
      '33 contract hold order pending_buy -5',
      '32 contract hold order pending_sell -6',
    ])
    const gained = { ...houseSide, realised: 11n, perpetualChange: 9n, fee: 9n }
    expect(linesOf(traded({}, 'buy', gained))).toEqual([
      'liquidity coin pay close_sell 11',
      'clearing coin pay close_sell -11',
    ])
  })
})

describe('what an order’s hold posts', () => {
  const order = { order: 1, holder: 32, listing: 0, product: 'perpetual' } as const
  const accepted = (position: 'ticket' | 'isolated' | 'cross', side: 'buy' | 'sell', hold = 5n) =>
    linesOf({
      ...order,
      type: 'derivativeOrderAccepted',
      realm: 'demo',
      position,
      side,
      hold,
      purpose: 'open',
      closes: 0,
      kind: 'limit',
      timeInForce: 'GTC',
      price: 1,
      lots: 1,
      multiple: 1,
      reduceOnly: false,
      heldPrice: 1,
      feeRateMaker: 0,
      feeRateTaker: 0,
      stopLoss: 0,
      takeProfit: 0,
      ...evidence,
    })

  it('is shown by the kind of its position', () => {
    expect(accepted('ticket', 'buy')).toEqual(['32 contract hold order contract_order 5'])
    expect(accepted('isolated', 'buy')).toEqual(['32 contract hold order single_contract_order 5'])
    expect(accepted('cross', 'buy')).toEqual(['32 contract hold order pending_buy 5'])
    expect(accepted('cross', 'sell')).toEqual(['32 contract hold order pending_sell 5'])
    expect(accepted('cross', 'sell', 0n)).toEqual([])
  })

  it.each([
    ['ticket', 'contract_cancel', 'contract_order'],
    ['isolated', 'single_contract_cancel', 'single_contract_order'],
    ['cross', 'pending_sell', 'pending_sell'],
  ] as const)('of a %s is given back as %s, and taken later as %s', (position, back, taken) => {
    const rest = { ...order, position, side: 'sell' } as const
    const ends = {
      ...rest,
      type: 'derivativeOrderClosed',
      status: 'canceled',
      reason: 'by_user',
      lots: 2,
      filled: 0,
    } as const
    expect(linesOf({ ...ends, released: 3n })).toEqual([`32 contract hold order ${back} -3`])
    expect(linesOf({ ...rest, type: 'derivativeOrderRested', released: 1n })).toEqual([
      `32 contract hold order ${back} -1`,
    ])
    expect(linesOf({ ...rest, type: 'derivativeOrderRested', released: -1n })).toEqual([
      `32 contract hold order ${taken} 1`,
    ])
    const amended = {
      ...rest,
      type: 'derivativeOrderAmended',
      price: 1,
      lots: 1,
      heldPrice: 1,
      keepsPlace: true,
    } as const
    expect(linesOf({ ...amended, holdChange: 1n })).toEqual([`32 contract hold order ${taken} 1`])
    expect(linesOf({ ...amended, holdChange: -1n })).toEqual([`32 contract hold order ${back} -1`])
    expect(linesOf({ ...amended, holdChange: 0n })).toEqual([])
  })
})

describe('what a position’s margin posts', () => {
  const position = { position: 1, holder: 32, listing: 0 } as const

  it('is held with it where it has its own, else with the account', () => {
    const added = { ...position, type: 'marginAdded', amount: 5n, margin: 9n } as const
    expect(linesOf({ ...added, kind: 'ticket' })).toEqual(['32 contract hold isolated_margin contract_order 5'])
    expect(linesOf({ ...added, kind: 'isolated' })).toEqual([
      '32 contract hold isolated_margin single_contract_order 5',
    ])
    expect(linesOf({ type: 'marginHeld', holder: 32, change: 1n })).toEqual([
      '32 contract hold perpetual_margin margin 1',
    ])
    expect(linesOf({ type: 'marginHeld', holder: 32, change: -1n })).toEqual([
      '32 contract hold perpetual_margin margin_return -1',
    ])
  })

  it('follows what is realised at the mark', () => {
    const marked = {
      ...position,
      type: 'positionMarked',
      realm: 'demo',
      lots: 1,
      cost: 9n,
      realised: 6n,
      ...evidence,
    } as const
    expect(linesOf({ ...marked, side: 'long', perpetualChange: 1n })).toEqual([
      '32 contract pay close_sell 6',
      'clearing coin pay close_sell -6',
      '32 contract hold perpetual_margin margin 1',
    ])
    expect(linesOf({ ...marked, side: 'short', perpetualChange: -1n })).toEqual([
      '32 contract pay close_buy 6',
      'clearing coin pay close_buy -6',
      '32 contract hold perpetual_margin margin_return -1',
    ])
  })

  it('is nothing where only terms or targets change', () => {
    expect(linesOf({ ...position, type: 'targetsSet', stopLoss: 1, takeProfit: 0 })).toEqual([])
  })
})

describe('what a takeover posts', () => {
  const taken: EventOf<'positionTakenOver'> = {
    type: 'positionTakenOver',
    position: 1,
    cause: 'bankruptcy',
    realm: 'demo',
    holder: 32,
    listing: 0,
    product: 'perpetual',
    kind: 'cross',
    side: 'long',
    lots: 5,
    cost: 500n,
    proceeds: 470n,
    realised: -30n,
    marginChange: -37n,
    perpetualChange: 0n,
    house: { ...houseSide, realised: 2n },
    insurance: 4n,
    uncovered: 0n,
    ...evidence,
  }
  const houses = (category: string) => [
    `liquidity coin pay ${category} 2`,
    `clearing coin pay ${category} -2`,
    `liquidity coin pay ${category} 4`,
    `insurance coin pay ${category} -4`,
  ]

  it('is the holder’s loss to clearing and what the fund pays the house, and the margin comes back', () => {
    expect(linesOf({ ...taken, perpetualChange: -9n })).toEqual([
      '32 contract hold perpetual_margin margin_return -9',
      '32 contract pay close_sell -30',
      'clearing coin pay close_sell 30',
      ...houses('close_sell'),
    ])
    expect(linesOf({ ...taken, side: 'short', perpetualChange: 1n })).toEqual([
      '32 contract hold perpetual_margin margin 1',
      '32 contract pay close_buy -30',
      'clearing coin pay close_buy 30',
      ...houses('close_buy'),
    ])
  })

  it.each([
    ['ticket', 'contract_close'],
    ['isolated', 'single_contract_close'],
  ] as const)('of a %s gives its own margin back', (kind, category) => {
    expect(linesOf({ ...taken, kind })).toEqual([
      `32 contract hold isolated_margin ${category} -37`,
      `32 contract pay ${category} -30`,
      `clearing coin pay ${category} 30`,
      ...houses(category),
    ])
  })
})
