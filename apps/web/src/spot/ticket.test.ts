import type { Book, Coin, SymbolView } from '@truemark/protocol/routes/market'
import { expect, test } from 'vitest'
import { depthAgainst, indexTenthsOf, ticketTerms } from './terms.ts'
import { ticketError } from './ticketErrors.ts'
import { emptyTicket, reduceTicket, type TicketAction, type TicketContext, type TicketForm } from './ticketForm.ts'
import { summarizeTicket } from './ticketSummary.ts'

const coins: Coin[] = [
  { currency: 'BTC', name: 'Bitcoin', scale: 8, display_decimals: 8 },
  { currency: 'USDT', name: 'Tether', scale: 6, display_decimals: 2 },
]
const market: SymbolView = {
  symbol: 'BTCUSDT',
  name: 'Bitcoin',
  base: 'BTC',
  quote: 'USDT',
  price_decimals: 2,
  quantity_decimals: 4,
  price_max: '1000000',
  quantity_max: '100',
  amount_min: '1',
  fee_rate_maker: '0.001',
  fee_rate_taker: '0.001',
  collar_rate: '0.05',
  status: 'open',
  lastPrice: '60000',
  buyPrice: '60000',
  index: '60000',
  time: 1,
  halt_reason: '',
  halt_until: null,
  todayStatus: 'positive',
  todayChange: '0%',
  high: null,
  low: null,
  volume: '0',
  turnover: '0',
  source: 'simulated',
  kind: 'simulated',
  simulated: true,
}
const book: Book = {
  symbol: 'BTCUSDT',
  kind: 'spot',
  time: 1,
  mark: '59995.5',
  asks: [
    { price: '60000', amount: '0.5' },
    { price: '60010', amount: '1' },
  ],
  bids: [{ price: '59990', amount: '0.5' }],
  simulated: true,
}

function contextOf(quote: bigint, base: bigint, seen = book): TicketContext {
  const terms = ticketTerms(market, coins)
  if (!terms) throw new Error('no terms')
  const depth = { buy: depthAgainst(terms, 'buy', seen), sell: depthAgainst(terms, 'sell', seen) }
  return { terms, available: { quote, base }, depth, indexTenths: indexTenthsOf(terms, seen) }
}

const rich = contextOf(1_000_000_000000n, 10_00000000n)

function form(actions: TicketAction[], context = rich): TicketForm {
  return actions.reduce((state, action) => reduceTicket(state, action, context), emptyTicket)
}

const price = (text: string): TicketAction => ({ type: 'price', text })
const quantity = (text: string): TicketAction => ({ type: 'quantity', text })
const sell: TicketAction = { type: 'side', side: 'sell' }
const atMarket: TicketAction = { type: 'type', to: 'market' }

test('a market order takes nothing beyond the collar around the index, to the tick', () => {
  const buy = form([atMarket, { type: 'by', to: 'quantity' }, quantity('1')])
  const at = (mark: string | null) => summarizeTicket(buy, contextOf(1_000_000_000000n, 0n, { ...book, mark }))
  // 1.05 × the index: the first level lies at the collar, a tenth of a tick less and it does not
  expect(at('57142.858')?.partly).toBe('0.5')
  expect(at('57142.857')?.partly).toBe('0')
  expect(at('57152.381')?.partly).toBeNull()
  expect(at(null)?.partly).toBeNull()
})

test('a limit buy that rests costs price × quantity and pays the maker fee off what is received', () => {
  const resting = form([price('59000'), quantity('0.01')])
  expect(summarizeTicket(resting, rich)).toMatchObject({
    body: {
      symbol: 'BTCUSDT',
      side: 'buy',
      type: 'limit',
      time_in_force: 'GTC',
      price: '59000',
      quantity: '0.01',
    },
    cost: '590',
    fee: '0.00001',
    feeCurrency: 'BTC',
    receive: '0.00999',
    need: 590_000000n,
  })
})

test('a market buy by budget spends no more than it and buys whole steps', () => {
  const spend = form([atMarket, { type: 'budget', text: '1000' }])
  expect(summarizeTicket(spend, rich)).toMatchObject({
    body: { symbol: 'BTCUSDT', side: 'buy', type: 'market', amount: '1000' },
    quantity: '0.0166',
    cost: '996',
    average: '60000',
    receive: '0.0165834',
    partly: null,
  })
})

test('a market sell walks the bids and says what they cannot fill', () => {
  const big = form([sell, atMarket, quantity('0.8')])
  expect(summarizeTicket(big, rich)).toMatchObject({ partly: '0.5', feeCurrency: 'USDT', average: '59990' })
})

test('a share floors to the step and never needs more than there is', () => {
  const poor = contextOf(100_000000n, 12345678n)
  expect(form([price('60000'), { type: 'share', percent: 100 }], poor).quantity).toBe('0.0016')
  expect(form([sell, price('60000'), { type: 'share', percent: 50 }], poor).quantity).toBe('0.0617')
  expect(form([atMarket, { type: 'share', percent: 25 }], contextOf(33_333333n, 0n)).budget).toBe('8.33')
  for (let percent = 0; percent <= 100; percent += 1) {
    const shared = form([price('61234.56'), { type: 'share', percent }], poor)
    const summary = summarizeTicket(shared, poor)
    if (summary) expect(summary.need).toBeLessThanOrEqual(100_000000n)
  }
})

test('a chosen share follows the price until a quantity is typed', () => {
  const poor = contextOf(120_000000n, 0n)
  const chosen = form([price('60000'), { type: 'share', percent: 100 }, price('30000')], poor)
  expect(chosen).toMatchObject({ share: 100, quantity: '0.004' })
  expect(reduceTicket(chosen, quantity('0.001'), poor)).toMatchObject({ share: null, quantity: '0.001' })
})

test('a tapped price makes a limit order at it', () => {
  expect(form([atMarket, { type: 'tapPrice', price: '60010' }])).toMatchObject({ type: 'limit', price: '60010' })
})

test('the first refusal of the engine stands at its field, one after the other', () => {
  const poor = contextOf(10_000000n, 0n)
  const rows: [TicketForm, TicketContext, string | undefined][] = [
    [form([]), poor, undefined],
    [form([price('0'), quantity('0')]), poor, 'price_invalid'],
    [form([price('1000000.01'), quantity('1')]), poor, 'price_invalid'],
    [form([price('60000'), quantity('0')]), poor, 'quantity_out_of_range'],
    [form([price('60000'), quantity('100.0001')]), poor, 'quantity_out_of_range'],
    [form([price('10000'), quantity('0.0001')]), poor, 'notional_too_small'],
    [form([price('10000.01'), quantity('0.0001')]), poor, undefined],
    [
      form([price('60000'), quantity('0.0010'), { type: 'timeInForce', to: 'POST_ONLY' }]),
      poor,
      'post_only_would_trade',
    ],
    [
      form([price('59999'), quantity('0.0010'), { type: 'timeInForce', to: 'POST_ONLY' }]),
      poor,
      'balance_insufficient_order',
    ],
    [form([atMarket, { type: 'budget', text: '1' }]), poor, 'notional_too_small'],
    [form([atMarket, { type: 'budget', text: '10.000001' }]), poor, 'balance_insufficient_order'],
    [form([sell, atMarket, quantity('0.001')]), poor, 'balance_insufficient_order'],
    [form([price('60000'), quantity('1')]), rich, undefined],
  ]
  for (const [state, context, reason] of rows) {
    expect(ticketError(state, summarizeTicket(state, context), context)?.reason).toBe(reason)
  }
})

const waits: TicketAction = { type: 'waits', to: true }
const trigger = (text: string): TicketAction => ({ type: 'trigger', text })

test('one that waits says from which side the index comes, as it stood when the price was typed', () => {
  expect(form([waits, trigger('59995.4')]).when).toBe('at_or_below')
  expect(form([waits, trigger('59995.5')]).when).toBe('at_or_above')
  const fallen = contextOf(0n, 0n, { ...book, mark: '50000' })
  expect(reduceTicket(form([waits, trigger('59000')]), price('1'), fallen).when).toBe('at_or_below')
})

test('one that waits holds all that its order may need, and reckons its fee at most', () => {
  const limit = form([waits, trigger('61000'), price('61500.00'), quantity('0.01')])
  expect(summarizeTicket(limit, rich)).toMatchObject({
    body: null,
    waiting: {
      symbol: 'BTCUSDT',
      side: 'buy',
      type: 'limit',
      trigger_price: '61000',
      trigger_when: 'at_or_above',
      price: '61500',
      quantity: '0.01',
    },
    costMax: '615',
    fee: '0.00001',
    receive: '0.00999',
    need: 615_000000n,
  })
  const budget = form([waits, atMarket, trigger('61000'), { type: 'budget', text: '610' }])
  expect(summarizeTicket(budget, rich)).toMatchObject({
    waiting: { type: 'market', amount: '610', trigger_price: '61000' },
    costMax: '610',
    receive: '0.00999',
  })
  const sold = form([sell, waits, atMarket, trigger('59000'), quantity('0.1')])
  expect(summarizeTicket(sold, rich)).toMatchObject({
    waiting: { side: 'sell', quantity: '0.1', trigger_when: 'at_or_below' },
    costMax: '0.1',
    receive: '5894.1',
    need: 10_000_000n,
  })
  expect(summarizeTicket(form([waits, price('61500'), quantity('0.01')]), rich)).toBeNull()
})

test('a trigger that is none, or that the index has passed meanwhile, is refused at its field', () => {
  const error = (state: TicketForm, context = rich) => ticketError(state, summarizeTicket(state, context), context)
  const stop = form([sell, waits, trigger('59000'), price('58900'), quantity('0.1')])
  expect(error(stop)).toBeNull()
  const fallen = contextOf(10n ** 12n, 10n ** 10n, { ...book, mark: '59000' })
  expect(error(stop, fallen)).toMatchObject({ field: 'trigger', reason: 'trigger_passed' })
  expect(error(form([waits, trigger('0')]))).toMatchObject({ field: 'trigger', reason: 'price_invalid' })
  expect(error(form([sell, waits, trigger('59000'), price('58900'), quantity('99')]), contextOf(0n, 5n))).toMatchObject(
    {
      field: 'quantity',
      reason: 'balance_insufficient_order',
    },
  )
})

test('an order that follows the index names a distance and takes the market, by what is held from now on', () => {
  const follow = { type: 'follows', to: true } as const
  const distance = (text: string) => ({ type: 'distance', text }) as const
  const sold = form([sell, waits, follow, distance('1.5'), quantity('0.1')])
  expect(sold.type).toBe('market')
  expect(summarizeTicket(sold, rich)).toMatchObject({
    body: null,
    waiting: null,
    trailing: { symbol: 'BTCUSDT', side: 'sell', quantity: '0.1', trail: '0.015' },
    costMax: '0.1',
    need: 10_000_000n,
  })
  expect(summarizeTicket(sold, rich)?.trailing).not.toHaveProperty('type')
  const bought = form([waits, follow, distance('0.1'), { type: 'budget', text: '600' }])
  expect(summarizeTicket(bought, rich)).toMatchObject({ trailing: { amount: '600', trail: '0.001' }, costMax: '600' })
  const error = (state: TicketForm) => ticketError(state, summarizeTicket(state, rich), rich)
  expect([error(sold), error(bought)]).toEqual([null, null])
  for (const text of ['0.09', '50.01', '0']) {
    const wrong = reduceTicket(sold, distance(text), rich)
    expect(error(wrong)).toMatchObject({
      field: 'distance',
      reason: 'trail_out_of_range',
      params: { min: '0.1', max: '50' },
    })
    expect(summarizeTicket(wrong, rich)).toBeNull()
  }
  // whoever goes on to wait for a price begins with none that followed
  expect(reduceTicket(sold, { type: 'waits', to: false }, rich).follows).toBe(false)
})

test('a pair waits from both sides, holds for the dearer limit, and its second price is refused at its own field', () => {
  const second = [
    { type: 'pair', to: true },
    { type: 'otherTrigger', text: '62000' },
    { type: 'otherPrice', text: '62100' },
  ] as const
  const bought = form([waits, trigger('59000'), price('59100'), quantity('0.1'), ...second])
  expect(summarizeTicket(bought, rich)).toMatchObject({
    waiting: {
      trigger_price: '59000',
      trigger_when: 'at_or_below',
      other: { trigger_price: '62000', type: 'limit', price: '62100' },
    },
    costMax: '6210',
    need: 6_210_000000n,
  })
  const sold = form([sell, waits, atMarket, trigger('59000'), quantity('0.1'), ...second])
  expect(summarizeTicket(sold, rich)).toMatchObject({ cost: '5900', costMax: '0.1' })
  const error = (state: TicketForm) => ticketError(state, summarizeTicket(state, rich), rich)
  expect(error(bought)).toBeNull()
  expect(error(reduceTicket(bought, { type: 'otherTrigger', text: '59500' }, rich))).toMatchObject({
    field: 'otherTrigger',
    reason: 'trigger_passed',
  })
  expect(error(reduceTicket(bought, { type: 'otherPrice', text: '0' }, rich))).toMatchObject({
    field: 'otherPrice',
    reason: 'price_invalid',
  })
  expect(summarizeTicket(reduceTicket(bought, { type: 'otherPrice', text: '' }, rich), rich)).toBeNull()
  // a buy at the market names a budget, and so one price alone
  const budget = form([waits, atMarket, trigger('61000'), { type: 'budget', text: '610' }, ...second])
  expect(summarizeTicket(budget, rich)?.waiting).not.toHaveProperty('other')
})
