import { describe, expect, it } from 'vitest'
import { holdsOf } from './query.ts'
import { query } from './query.ts'
import { MarginFixture } from './testing/marginFixture.ts'
import { OptionFixture } from './testing/optionFixture.ts'
import { Fixture } from './testing/exchangeFixture.ts'
import { openForReal } from './testing/walletRun.ts'
import { WealthFixture } from './testing/wealthFixture.ts'

/** By account and currency, all holds of a holder and what the ledger has frozen: they must be the same. */
function heldAndFrozen(fixture: Fixture, holder: number) {
  const { state } = fixture
  const held = new Map<string, bigint>()
  for (const { account, currency, amount } of holdsOf(state, holder)) {
    const name = `${account} ${currency}`
    held.set(name, (held.get(name) ?? 0n) + amount)
  }
  const reply = query(state, { type: 'balances', holder }, fixture.now)
  const balances = reply.type === 'balances' ? reply.balances : []
  const frozen = balances.filter((one) => one.frozen !== 0n)
  return { held, frozen: new Map(frozen.map((one) => [`${one.account} ${one.currency}`, one.frozen])) }
}

function sameAfterAll(fixture: Fixture, holder: number): void {
  const { held, frozen } = heldAndFrozen(fixture, holder)
  expect(held).toEqual(frozen)
}

describe('what is locked', () => {
  it('is told by its causes: spot orders of either side', () => {
    const fixture = new MarginFixture()
    fixture.demo(40)
    fixture.give(40, 1, 500_000_000n)
    const buy = fixture.placed(40, 'buy', 90_000, 1_000)
    const sell = fixture.placed(40, 'sell', 190_000, 2_000)
    expect(holdsOf(fixture.state, 40)).toMatchObject([
      { cause: 'spot_order', account: 'coin', currency: 0, ref: buy, listing: 1, since: fixture.now },
      { cause: 'spot_order', account: 'coin', currency: 1, ref: sell, amount: 2_000_000n },
    ])
    sameAfterAll(fixture, 40)
    fixture.must({ type: 'cancelSpotOrder', holder: 40, order: buy })
    sameAfterAll(fixture, 40)
    // what is filled is not held any more
    fixture.demo(41)
    fixture.placed(41, 'buy', 190_000, 500)
    expect(holdsOf(fixture.state, 40)).toMatchObject([{ ref: sell, amount: 1_500_000n }])
    sameAfterAll(fixture, 40)
  })

  it('is told by its causes: orders and margins of contracts and perpetuals', () => {
    const fixture = new MarginFixture()
    fixture.list('ETH')
    fixture.tickNow(1_000_000)
    fixture.tickNow(1_000_000, 1)
    for (const holder of [40, 41]) fixture.trader(holder, 20_000)
    const order = { kind: 'limit', timeInForce: 'GTC', price: 100_000, fault: '' } as const
    const stops = { stopLoss: null, takeProfit: null } as const
    const perpetual = { type: 'placePerpetualOrder', ...order, ...stops, reduceOnly: false } as const
    const contract = { type: 'placeContractOrder', ...order, ...stops, multiple: 10 } as const
    fixture.setPerpetual(40, 'isolated', 10, 'ETHUSDT')
    const ask = { lots: 200, side: 'sell', holder: 41 } as const
    const bid = { lots: 100, side: 'buy', holder: 40 } as const
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.must({ ...perpetual, ...ask, symbol })
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.must({ ...perpetual, ...bid, symbol })
    fixture.must({ ...contract, ...bid, symbol: 'BTCUSDT' })
    fixture.must({ ...contract, ...bid, symbol: 'BTCUSDT', price: 99_000 })
    fixture.must({ ...perpetual, ...bid, symbol: 'BTCUSDT', price: 99_000 })
    const causes = holdsOf(fixture.state, 40).map(({ cause }) => cause)
    expect(new Set(causes)).toEqual(
      new Set(['contract_order', 'perpetual_order', 'contract_margin', 'isolated_margin', 'cross_margin']),
    )
    for (const holder of [40, 41]) sameAfterAll(fixture, holder)
    // of all cross positions there is one hold, which is of no order, no market and no moment
    const cross = holdsOf(fixture.state, 40).find(({ cause }) => cause === 'cross_margin')
    const { perpetualHold: amount } = fixture.account(40)
    const of = { account: 'contract', currency: 0, ref: 0, listing: 0, since: 0 }
    expect(cross).toEqual({ cause: 'cross_margin', ...of, amount })
  })

  it('is told by its causes: stakes of options', () => {
    const fixture = new OptionFixture()
    const holder = fixture.better(40)
    const one = fixture.opened(holder, 'up')
    expect(holdsOf(fixture.state, holder)).toMatchObject([{ cause: 'option', account: 'option', ref: one, listing: 1 }])
    sameAfterAll(fixture, holder)
  })

  it('is told by its causes: a withdrawal, until it is cancelled', () => {
    const fixture = new Fixture()
    openForReal(fixture)
    fixture.must({ type: 'openHolder', holder: 40, realm: 'real', country: 'FR' })
    fixture.must({ type: 'setStanding', holder: 40, disabled: false, realName: 'advanced', country: 'FR' })
    const own = { holder: 40, fault: '' } as const
    const amount = 500_000_000n
    fixture.must({ type: 'submitDeposit', ...own, currency: 'USDT', amount, claim: 7 })
    fixture.must({ type: 'decideDeposit', ...own, deposit: 1, received: amount, reason: '', operator: 1 })
    fixture.must({ type: 'submitWithdrawal', ...own, currency: 'USDT', amount, method: 'address', claim: 8 })
    const { now: since } = fixture
    expect(holdsOf(fixture.state, 40)).toEqual([
      { cause: 'withdrawal', account: 'coin', currency: 0, amount, ref: 1, listing: 0, since },
    ])
    sameAfterAll(fixture, 40)
    fixture.must({ type: 'cancelWithdrawal', holder: 40, withdrawal: 1 })
    expect(holdsOf(fixture.state, 40)).toEqual([])
  })

  it('is told by its causes: locked mining until it is done, and applications until they are allotted', () => {
    const fixture = new WealthFixture()
    fixture.saver(40)
    fixture.saver(41)
    const locked = fixture.locked(40, fixture.mined(fixture.miningTerms()), 1_000_000_000n)
    const coins = fixture.miningTerms({ currency: 1, minimum: 1n, maximum: 10_000_000_000n, capacity: 20_000_000_000n })
    const inCoins = fixture.locked(40, fixture.mined(coins), 300_000_000n)
    const { now: since } = fixture
    const terms = fixture.ieoTerms()
    const project = fixture.launched(terms)
    fixture.must({ type: 'subscribeIeo', holder: 40, project, passes: 3, fault: '' })
    fixture.must({ type: 'subscribeIeo', holder: 41, project, passes: 5, fault: '' })
    const none = { account: 'coin', listing: 0, since } as const
    expect(holdsOf(fixture.state, 40)).toEqual([
      { cause: 'mining', ...none, currency: 0, amount: 1_000_000_000n, ref: locked },
      { cause: 'mining', ...none, currency: 1, amount: 300_000_000n, ref: inCoins },
      { cause: 'ieo', ...none, currency: 0, amount: 300_000_000n, ref: 1 },
    ])
    expect(holdsOf(fixture.state, 41)).toMatchObject([{ cause: 'ieo', amount: 500_000_000n, ref: 2 }])
    for (const holder of [40, 41]) sameAfterAll(fixture, holder)
    fixture.passTo(terms.closesAt + 60_000)
    expect(holdsOf(fixture.state, 40).map(({ cause }) => cause)).toEqual(['mining', 'mining'])
    expect(holdsOf(fixture.state, 41)).toEqual([])
    for (const holder of [40, 41]) sameAfterAll(fixture, holder)
    // a hold of a single unit is one
    const cheap = fixture.launched(fixture.ieoTerms({ passPrice: 1n }))
    fixture.must({ type: 'subscribeIeo', holder: 41, project: cheap, passes: 1, fault: '' })
    expect(holdsOf(fixture.state, 41)).toMatchObject([{ cause: 'ieo', amount: 1n }])
  })

  it('is told with what holds it, how much, and since when', () => {
    const fixture = new MarginFixture()
    fixture.list('ETH')
    fixture.tickNow(1_000_000)
    fixture.tickNow(1_000_000, 1)
    for (const holder of [40, 41]) fixture.trader(holder, 20_000)
    const order = {
      kind: 'limit',
      timeInForce: 'GTC',
      price: 100_000,
      stopLoss: null,
      takeProfit: null,
      fault: '',
    } as const
    const contract = { type: 'placeContractOrder', ...order, holder: 40, symbol: 'ETHUSDT', multiple: 10 } as const
    fixture.must({ ...contract, holder: 41, side: 'sell', lots: 100 })
    fixture.must({ ...contract, side: 'buy', lots: 100 })
    const { now: since } = fixture
    fixture.now += 1_000
    fixture.tickNow(1_000_000, 1)
    fixture.must({ ...contract, side: 'buy', lots: 100, price: 99_000 })
    const [waits, margin] = holdsOf(fixture.state, 40)
    // 0.1 ETH at 9 900, a tenth and a two thousandth of it
    const place = { account: 'contract', currency: 0, listing: 2 } as const
    expect(waits).toMatchObject({ cause: 'contract_order', ...place, amount: 99_495_000n, since: since + 1_000 })
    expect(margin).toMatchObject({ cause: 'contract_margin', ...place, amount: 100_000_000n, since })
    expect(holdsOf(fixture.state, 99)).toEqual([])
  })
})
