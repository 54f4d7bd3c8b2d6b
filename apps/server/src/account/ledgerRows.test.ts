import { houseEffect } from '@truemark/core/testing/houseEffect'
import type { DerivativeTraded } from '@truemark/core/derivative/event'
import { houseHolder } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import { expect, it } from 'vitest'
import { keyName, ledgerRowsOf, postingsOf } from './ledgerRows.ts'

const own = 40
const real = { realm: 'real' } as const
const hands = { asker: 1, approver: 2 } as const
const option = {
  order: 3,
  holder: own,
  ...real,
  listing: 0,
  stake: 50n,
  gain: 40n,
  exitStamp: 1,
  exitTenths: 10,
} as const
const converted = {
  type: 'converted',
  ...real,
  quote: 1,
  conversion: 1,
  holder: own,
  source: 0,
  target: 1,
  sourceAmount: 100n,
  targetAmount: 9n,
  fee: 1n,
  feeRate: 1,
  spreadRate: 1,
  sourceIndex: 0,
  targetIndex: 1,
} as const

function linesOf(event: Event) {
  const fact = { seq: 1, time: 5, place: 0, event }
  return ledgerRowsOf(postingsOf([fact]), new Map()).entries.filter(({ holder }) => holder === own)
}

it.each<readonly [string, Event, readonly string[]]>([
  [
    'what two operators enter',
    { type: 'manuallyEntered', entry: 1, holder: own, kind: 'deposit', currency: 0, amount: 5n, ...hands },
    ['treasury'],
  ],
  ['a won option', { type: 'optionSettled', ...option, outcome: 'win' }, ['held', 'options']],
  ['both legs of an exchange, and its fee', converted, ['exchange', 'exchange', 'fees']],
  ['an investment', { type: 'investVoided', order: 6, holder: own, product: 1, currency: 0, amount: 5n }, ['finance']],
])('names who stands on the other side of %s', (_, event, others) => {
  expect(linesOf(event).map(({ other }) => other)).toEqual(others)
})

it('leads each income of a day to its own order, two of the same amount too, and keeps the day that it is for', () => {
  const part = { holder: own, currency: 1, rate: 1, published: true, amount: 7n }
  const lines = [
    { ...part, order: 4 },
    { ...part, order: 5 },
    { ...part, order: 6, amount: 8n },
  ]
  const rows = linesOf({ type: 'miningPaid', ...real, day: 20_000, lines })
  expect(rows.map(({ refKind, ref }) => `${refKind} ${ref}`)).toEqual(['mining 4', 'mining 5', 'mining 6'])
  expect(rows.every(({ incomeDay, other }) => incomeDay === 20_000 && other === 'finance')).toBe(true)
})

type Effect = DerivativeTraded['taker']

const house = houseEffect(houseHolder('real', 'liquidity'))
const market = { ...real, listing: 0, indexTenths: 10, indexTime: 1 } as const
const about = { holder: own, listing: 0, product: 'perpetual', position: 'cross', side: 'buy' } as const
const placed = { kind: 'limit', timeInForce: 'GTC', price: 1, lots: 1, multiple: 1, reduceOnly: false } as const
const rates = { feeRateMaker: 0, feeRateTaker: 0, stopLoss: 0, takeProfit: 0 } as const
const accepted: Event = {
  type: 'derivativeOrderAccepted',
  order: 8,
  ...about,
  ...market,
  ...placed,
  ...rates,
  purpose: 'open',
  closes: 0,
  hold: 70n,
  heldPrice: 1,
}

function traded(own: Partial<Effect>, role: 'maker' | 'taker' = 'taker'): Event {
  const trade = { trade: 1, price: 1, lots: 1, quoteAmount: 1n, takerSide: 'buy' } as const
  const effect = { ...house, holder: 40, product: 'perpetual', kind: 'cross', fee: 3n, ...own } as const
  return { type: 'derivativeTraded', ...market, ...trade, maker: house, taker: house, [role]: effect }
}

const swapped: Extract<Event, { type: 'spotTraded' }> = {
  type: 'spotTraded',
  trade: 2,
  ...market,
  base: 1,
  quote: 0,
  price: 1,
  quantity: 1,
  baseAmount: 30,
  quoteAmount: 60,
  makerOrder: 0,
  makerHolder: houseHolder('real', 'liquidity'),
  takerOrder: 12,
  takerHolder: own,
  takerSide: 'buy',
  makerFee: 0,
  takerFee: 4,
  makerHold: 0,
  takerHold: 0,
  makerFilled: true,
  takerFilled: true,
}
const taken = { kind: 'cross', side: 'long', lots: 1, cost: 1n, proceeds: 1n } as const
const withdrawal = { withdrawal: 4, holder: own, currency: 0, amount: 50n, fee: 2n } as const
const asked = { feeRate: 0, method: 'address', claim: 8, free: 0n, counted: 0n, worth: 50n } as const
const closed = { reason: '', operator: 1 } as const
const mined = { order: 5, holder: own, ...real, currency: 0, amount: 80n } as const
const locked = { product: 1, version: 1, rateMin: 1, rateMax: 1, days: 1, redemptionRate: 1, firstDay: 1 } as const
const applied = { subscription: 6, holder: own, project: 1 } as const
const bought = { order: 7, holder: own, product: 1, currency: 0, amount: 90n } as const
const line = { holder: own, kind: 'cross', marginChange: 0n, perpetualChange: 0n } as const
const funded = { stamp: 1, ...real, listing: 0, rate: 1, markTenths: 10, insurance: 0n, liquidity: 12n, through: 9 }

/** What the holder's lines of an event say: other side, what they are about, and their amount. */
const said: readonly (readonly [string, Event, readonly string[]])[] = [
  [
    'a transfer',
    { type: 'transferred', transfer: 9, holder: own, from: 'coin', to: 'option', amount: 5n },
    ['option transfer 9 -5', 'coin transfer 9 5'],
  ],
  ['an exchange', converted, ['exchange exchange 1 -100', 'exchange exchange 1 10', 'fees exchange 1 -1']],
  [
    'funding of two positions of the same amount',
    {
      type: 'fundingPaid',
      ...funded,
      done: true,
      lines: [5, 6].map((position) => ({ ...line, position, amount: -6n, perpetualChange: -3n })),
    },
    ['market funding 5 -6', 'market funding 6 -6'],
  ],
  [
    'a deposit',
    { type: 'depositClosed', deposit: 3, holder: own, currency: 0, outcome: 'completed', received: 5n, ...closed },
    ['external deposit 3 5'],
  ],
  [
    'a withdrawal that is asked for',
    { type: 'withdrawalSubmitted', ...withdrawal, ...asked, indexTenths: 0, deadline: 1 },
    ['held withdrawal 4 -50'],
  ],
  [
    'a withdrawal that is paid',
    { type: 'withdrawalClosed', ...withdrawal, outcome: 'paid', ...closed },
    ['held withdrawal 4 50', 'external withdrawal 4 -48', 'fees withdrawal 4 -2'],
  ],
  ['a trade that takes', swapped, ['market spot_order 12 -60', 'market spot_order 12 30', 'fees spot_order 12 -4']],
  [
    'a trade that makes',
    {
      ...swapped,
      makerOrder: 13,
      makerHolder: own,
      takerOrder: 0,
      takerHolder: houseHolder('real', 'liquidity'),
      makerFee: 4,
      takerFee: 0,
    },
    ['market spot_order 13 -30', 'market spot_order 13 60', 'fees spot_order 13 -4'],
  ],
  [
    'a trade without an order',
    { ...swapped, takerOrder: 0 },
    ['market spot_trade 2 -60', 'market spot_trade 2 30', 'fees spot_trade 2 -4'],
  ],
  [
    'a trade between users',
    { ...swapped, makerOrder: 5, makerHolder: 41, indexTenths: 0 },
    ['market spot_order 12 -60', 'market spot_order 12 30', 'fees spot_order 12 -4'],
  ],
  [
    'a trade without an order, with one of another user',
    { ...swapped, takerOrder: 0, makerOrder: 5, makerHolder: 41 },
    ['market spot_trade 2 -60', 'market spot_trade 2 30', 'fees spot_trade 2 -4'],
  ],
  [
    'an option that won as much as its stake',
    { type: 'optionSettled', ...option, gain: 50n, outcome: 'win' },
    ['held option 3 50', 'options option 3 50'],
  ],
  ['an investment that is given up', { type: 'investVoided', ...bought }, ['finance invest 7 90']],
  [
    'an entry by hand',
    { type: 'manuallyEntered', entry: 1, holder: own, kind: 'withdrawal', currency: 0, amount: 5n, ...hands },
    ['treasury  0 -5'],
  ],
  ['a perpetual’s fee', traded({ order: 8, opening: 9 }), ['fees derivative 8 -3']],
  ['a perpetual’s fee as its maker', traded({ order: 8, opening: 9 }, 'maker'), ['fees derivative 8 -3']],
  [
    'a closed perpetual',
    traded({ order: 8, closing: 9, realised: -20n }),
    ['clearing derivative 8 -20', 'fees derivative 8 -3'],
  ],
  [
    'a contract that opens',
    traded({ order: 8, product: 'contract', kind: 'ticket', opening: 11 }),
    ['fees derivative 11 -3'],
  ],
  [
    'a liquidation, whose rest the fund gets',
    traded({ order: 0, closing: 9, opening: 10, insurance: 6n }),
    ['fees derivative 9 -3', 'insurance derivative 9 -6'],
  ],
  ['an order’s hold', accepted, ['held derivative 8 -70']],
  [
    'what an order holds no more as it rests',
    { type: 'derivativeOrderRested', order: 8, ...about, released: 5n },
    ['held derivative 8 5'],
  ],
  [
    'an amended order',
    {
      type: 'derivativeOrderAmended',
      order: 8,
      ...about,
      price: 1,
      lots: 1,
      heldPrice: 1,
      holdChange: 5n,
      keepsPlace: true,
    },
    ['held derivative 8 -5'],
  ],
  [
    'an ended order',
    {
      type: 'derivativeOrderClosed',
      order: 8,
      ...about,
      status: 'canceled',
      reason: 'by_user',
      lots: 1,
      filled: 0,
      released: 5n,
    },
    ['held derivative 8 5'],
  ],
  [
    'added margin',
    { type: 'marginAdded', position: 9, holder: own, listing: 0, kind: 'isolated', amount: 5n, margin: 5n },
    ['held derivative 9 -5'],
  ],
  [
    'profit taken at the mark',
    {
      type: 'positionMarked',
      position: 9,
      ...market,
      holder: own,
      side: 'long',
      lots: 1,
      cost: 1n,
      realised: 5n,
      perpetualChange: 0n,
    },
    ['clearing derivative 9 5'],
  ],
  [
    'a takeover',
    {
      type: 'positionTakenOver',
      position: 9,
      cause: 'bankruptcy',
      ...market,
      holder: own,
      product: 'perpetual',
      ...taken,
      realised: -5n,
      marginChange: 0n,
      perpetualChange: 0n,
      house,
      insurance: 0n,
      uncovered: 0n,
    },
    ['clearing derivative 9 -5'],
  ],
  ['a cross account’s hold', { type: 'marginHeld', holder: own, change: 5n }, ['held  0 -5']],
  [
    'an option’s stake',
    {
      type: 'optionPlaced',
      order: 3,
      holder: own,
      ...real,
      listing: 0,
      direction: 'up',
      stake: 5n,
      seconds: 60,
      rate: 1,
      gain: 1n,
      tie: 'stake_returned',
    },
    ['held option 3 -5'],
  ],
  ['a won option', { type: 'optionSettled', ...option, outcome: 'win' }, ['held option 3 50', 'options option 3 40']],
  [
    'a void option',
    { type: 'optionVoided', order: 3, holder: own, ...real, listing: 0, stake: 5n, reason: 'no_exit' },
    ['held option 3 5'],
  ],
  ['locked mining', { type: 'miningOpened', ...mined, ...locked }, ['held mining 5 -80']],
  ['mining that is done', { type: 'miningDone', ...mined }, ['held mining 5 80']],
  [
    'mining that ends early',
    { type: 'miningRedeemed', ...mined, cost: 8n },
    ['held mining 5 80', 'finance mining 5 -8'],
  ],
  [
    'an investment that is settled',
    { type: 'investSettled', ...bought, inCoin: false, settlementTenths: 10 },
    ['finance invest 7 90'],
  ],
  ['an application', { type: 'ieoSubscribed', ...applied, applied: 1, amount: 60n }, ['held ieo 6 -60']],
  [
    'passes',
    { type: 'ieoAllotted', ...applied, applied: 3, passes: 2, currency: 1, quantity: 2n, amount: 60n, cost: 40n },
    ['held ieo 6 60', 'finance ieo 6 -40'],
  ],
  ['an application that comes back', { type: 'ieoReturned', ...applied, amount: 60n }, ['held ieo 6 60']],
  ['a coin that is there', { type: 'ieoDelivered', ...applied, currency: 1, quantity: 2n }, ['finance ieo 6 2']],
  ['a grant', { type: 'demoGranted', holder: own, amount: 5n }, ['external  0 5']],
]

it.each(said)('says of %s what its lines are about, with whom, and how much', (_, event, lines) => {
  const found = linesOf(event)
  expect(found.map(({ other, refKind, ref, amount }) => `${other} ${refKind} ${ref} ${amount}`)).toEqual(lines)
  expect(found.every(({ incomeDay }) => incomeDay === 0)).toBe(true)
})

it('shows a hold as what can be used no more, with what can be used after it', () => {
  const facts = [accepted, { type: 'demoGranted', holder: own, amount: 5n } as const].map((event, place) => {
    return { seq: 1, time: 5, place, event }
  })
  const contract = `${keyName({ holder: own, account: 'contract', currency: 0 })}`
  const { entries, balances } = ledgerRowsOf(postingsOf(facts), new Map([[contract, { posted: 100n, frozen: 10n }]]))
  expect(entries[0]).toMatchObject({
    category: 'pending_buy',
    amount: -70n,
    balanceAfter: 20n,
    place: 0,
    account: 'contract',
  })
  expect(entries.slice(1).map(({ place, balanceAfter }) => [place, balanceAfter])).toEqual([
    [1, -5n],
    [2, 5n],
  ])
  expect(balances[0]).toEqual({ holder: own, account: 'contract', currency: 0, posted: 100n, frozen: 80n, seq: 1 })
})
