import { beforeEach, describe, expect, it } from 'vitest'
import { evolve } from '../exchange.ts'
import { houseHolder } from '../ledger/holders.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { DerivativeEvent } from './event.ts'
import { bankruptcyTicks, equityBehind, restOfTicket, takeOver } from './close.ts'
import { clearingReport } from './house.ts'
import { realiseProfits } from './match.ts'
import type { Position } from './state.ts'
import type { takeoverCauses } from './words.ts'

const holder = 40
const aside = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
const limit = {
  kind: 'limit',
  timeInForce: 'GTC',
  price: 100_000,
  stopLoss: null,
  takeProfit: null,
  fault: '',
} as const
let fixture: MarginFixture

function begin(insurance = 1_000_000n): void {
  fixture = new MarginFixture({ ladder: aside }, {}, insurance)
  for (const base of ['ETH', 'SOL']) fixture.list(base)
  for (const listing of [0, 1, 2]) fixture.tickNow(1_000_000, listing)
  for (const one of [holder, 41]) fixture.trader(one, 20_000)
}

beforeEach(() => begin())

/** A ticket of ten hundredths of a lot at 10 000, ten times: 100 USDT with a margin of 10. */
function ticket(side: 'buy' | 'sell', multiple = 10): Position {
  const order = { type: 'placeContractOrder', symbol: 'BTCUSDT', ...limit, lots: 10, multiple } as const
  fixture.must({ ...order, holder: 41, side: side === 'buy' ? 'sell' : 'buy' })
  fixture.must({ ...order, holder, side })
  const [position] = [...fixture.account(holder).positions.values()]
  return position
}

/** A mark at which nobody is closed out: the market is halted. */
function markAt(indexTenths: number, listing = 0): void {
  fixture.must({ type: 'haltListing', listing, halt: 'halted', reason: '' })
  fixture.tick(indexTenths, listing)
}

describe('the bankruptcy price', () => {
  const ticks = (position: Position) =>
    bankruptcyTicks(fixture.state.derivative, fixture.state.venue, position, fixture.now)

  it('is where nothing is left of what stands behind a position, to the tick on its better side', () => {
    expect(ticks(ticket('buy'))).toBe(90_000)
    begin()
    expect(ticks(ticket('sell'))).toBe(110_000)
    const { venue } = fixture.state
    const [position] = [...fixture.account(41).positions.values()]
    expect(ticks({ ...position, margin: 9_999_999n })).toBe(90_001)
    expect(ticks({ ...position, margin: 10_000_001n })).toBe(90_000)
    expect(equityBehind(fixture.state.derivative, venue, position, fixture.now)).toBe(10_000_000n)
  })

  it('binds nothing where a long has more behind it than it is worth, and is a price at any rate', () => {
    const long = ticket('buy', 1)
    expect(ticks(long)).toBe(0)
    expect(ticks({ ...long, margin: 300_000_000n })).toBe(0)
    expect(ticks({ ...long, side: 'short', margin: 10n ** 22n })).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('is that of the whole account where the position is cross', () => {
    fixture.setPerpetual(holder, 'cross', 10)
    const order = { type: 'placePerpetualOrder', symbol: 'BTCUSDT', ...limit, lots: 4_000, reduceOnly: false } as const
    fixture.must({ ...order, holder: 41, side: 'sell' })
    fixture.must({ ...order, holder, side: 'buy' })
    const position = fixture.account(holder).perpetual.get(0)
    // 20 000 less the fee of 20 on 40 000 USDT: half of it is gone before nothing is left
    if (position) expect(ticks(position)).toBe(50_050)
  })
})

describe('a takeover', () => {
  const steps = (position: Position, cause: (typeof takeoverCauses)[number]): DerivativeEvent[][] => {
    const found: DerivativeEvent[][] = []
    for (const step of takeOver(fixture.state.derivative, fixture.state.venue, position, cause, fixture.now)) {
      found.push([...step])
      for (const event of step) evolve(fixture.state, event, fixture.now)
    }
    return found
  }
  const taken = (side: 'buy' | 'sell', mark: number, cause: 'bankruptcy' | 'demo_reset') => {
    const position = ticket(side)
    markAt(mark)
    const [[event]] = steps(position, cause)
    if (event?.type !== 'positionTakenOver') throw new Error('it was not taken over')
    const { proceeds, realised, insurance, uncovered, marginChange } = event
    expect([marginChange, event.lots, event.cost]).toEqual([-10_000_000n, 10, 100_000_000n])
    expect(event.house).toMatchObject({ lotsOpened: 10, costOpened: proceeds })
    const ended = { lots: 0, cost: 0n, margin: 0n, lotsClosed: 10, proceeds, realised, updatedAt: fixture.now }
    expect(position).toMatchObject(ended)
    for (const { stands, due } of clearingReport(fixture.state.derivative)) expect(stands).toBe(due)
    return [proceeds, realised, insurance, uncovered].map((amount) => amount / 1_000_000n)
  }

  it.each<['buy' | 'sell', number, 'bankruptcy' | 'demo_reset', readonly bigint[]]>([
    // what is left goes to the fund
    ['buy', 950_000, 'bankruptcy', [90n, -10n, -5n, 0n]],
    ['sell', 1_050_000, 'bankruptcy', [110n, -10n, -5n, 0n]],
    // what is missing comes from it
    ['buy', 850_000, 'bankruptcy', [90n, -10n, 5n, 0n]],
    ['sell', 1_150_000, 'bankruptcy', [110n, -10n, 5n, 0n]],
    // a reset takes nothing that is left
    ['buy', 950_000, 'demo_reset', [95n, -5n, 0n, 0n]],
    ['sell', 1_050_000, 'demo_reset', [105n, -5n, 0n, 0n]],
    ['buy', 850_000, 'demo_reset', [90n, -10n, 5n, 0n]],
    ['buy', 900_000, 'bankruptcy', [90n, -10n, 0n, 0n]],
  ])('of a %s at a mark of %d tenths, by %s', (side, mark, cause, amounts) => {
    expect(taken(side, mark, cause)).toEqual(amounts)
  })

  it('is paid by the fund as far as it reaches, and the house bears the rest', () => {
    begin(2n)
    expect(taken('buy', 850_000, 'bankruptcy')).toEqual([90n, -10n, 2n, 3n])
    expect(fixture.house('insurance')).toBe(0n)
    expect(fixture.state.venue.ledger.posted(houseHolder('demo', 'liquidity'), 'coin', 0)).toBe(2_000_000n)
  })

  it('of a cross position whose loss is more than its account holds realises the profits of others first', () => {
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
      for (const one of [holder, 41]) fixture.setPerpetual(one, 'cross', 20, symbol)
    }
    const order = { type: 'placePerpetualOrder', ...limit, lots: 15_000, reduceOnly: false } as const
    fixture.must({ ...order, holder: 41, symbol: 'BTCUSDT', side: 'sell' })
    fixture.must({ ...order, holder, symbol: 'BTCUSDT', side: 'buy' })
    fixture.must({ ...order, holder: 41, symbol: 'ETHUSDT', side: 'buy' })
    fixture.must({ ...order, holder, symbol: 'ETHUSDT', side: 'sell' })
    markAt(860_000, 1)
    markAt(860_000, 0)
    const position = fixture.account(holder).perpetual.get(0)
    const other = fixture.account(holder).perpetual.get(1)
    if (!position || !other) throw new Error('nothing is open')
    const found = steps(position, 'bankruptcy')
    expect(found.map((step) => step.map(({ type }) => type))).toEqual([['positionMarked'], ['positionTakenOver']])
    // short of 150 000 USDT that are worth 129 000 now
    expect(found[0]?.[0]).toMatchObject({ position: other.id, realised: 21_000_000_000n, cost: 129_000_000_000n })
    expect(fixture.account(holder).perpetual.get(1)).toMatchObject({ cost: 129_000_000_000n })
  })
})

describe('a takeover of what is cross', () => {
  it('realises nothing of others while the account holds enough, and ends what would have reduced the position', () => {
    for (const symbol of ['BTCUSDT', 'ETHUSDT'])
      for (const one of [holder, 41]) fixture.setPerpetual(one, 'cross', 10, symbol)
    const order = { type: 'placePerpetualOrder', ...limit, lots: 100, reduceOnly: false } as const
    for (const [who, side] of [
      [41, 'sell'],
      [holder, 'buy'],
    ] as const)
      for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.must({ ...order, holder: who, symbol, side })
    const reduces = {
      ...order,
      holder,
      symbol: 'BTCUSDT',
      side: 'sell',
      lots: 40,
      price: 101_000,
      reduceOnly: true,
    } as const
    fixture.must(reduces)
    fixture.tick(1_010_000, 1)
    const { derivative, venue } = fixture.state
    const position = fixture.account(holder).perpetual.get(0)
    if (!position) throw new Error('nothing is open')
    const found: DerivativeEvent[] = []
    for (const step of takeOver(derivative, venue, position, 'demo_reset', fixture.now)) {
      found.push(...step)
      for (const event of step) evolve(fixture.state, event, fixture.now)
    }
    expect(found.map(({ type }) => type)).toEqual(['positionTakenOver', 'derivativeOrderClosed'])
    const worth = {
      product: 'perpetual',
      kind: 'cross',
      proceeds: 1_000_000_000n,
      realised: 0n,
      insurance: 0n,
      uncovered: 0n,
    }
    // the account requires a tenth less of 1 000 USDT
    expect(found[0]).toMatchObject({ ...worth, marginChange: 0n, perpetualChange: -100_000_000n })
    expect(found[1]).toMatchObject({ reason: 'position_gone' })
    expect(fixture.account(holder)).toMatchObject({
      perpetualHold: 100_000_000n,
      required: 100_000_000n,
      crossCount: 1,
    })
  })

  it('is of a contract where it is a ticket’s', () => {
    const position = ticket('buy')
    const [step] = takeOver(fixture.state.derivative, fixture.state.venue, position, 'demo_reset', fixture.now)
    expect(step).toMatchObject([
      { type: 'positionTakenOver', product: 'contract', kind: 'ticket', perpetualChange: 0n },
    ])
  })
})

describe('the order that closes', () => {
  it('is one at the market that holds nothing, only reduces and pays the fees of its product', () => {
    fixture = new MarginFixture({ ladder: aside, feeRateContract: 400_000 })
    fixture.tickNow(1_000_000)
    for (const one of [holder, 41]) {
      fixture.trader(one, 20_000)
      fixture.setPerpetual(one, 'cross', 20)
    }
    const { id } = ticket('buy')
    const order = { type: 'placePerpetualOrder', symbol: 'BTCUSDT', ...limit, lots: 8, reduceOnly: false } as const
    fixture.must({ ...order, holder: 41, side: 'buy' })
    fixture.must({ ...order, holder, side: 'sell' })
    const net = fixture.account(holder).perpetual.get(0)
    if (!net) throw new Error('nothing is open')
    const accepted = {
      type: 'derivativeOrderAccepted',
      realm: 'demo',
      holder,
      listing: 0,
      purpose: 'close',
      kind: 'market',
      timeInForce: 'IOC',
      price: 0,
      reduceOnly: true,
      hold: 0n,
      heldPrice: 0,
      feeRateTaker: 500_000,
      stopLoss: 0,
      takeProfit: 0,
      indexTenths: 1_000_000,
      indexTime: fixture.now,
    } as const
    const next = fixture.state.derivative.nextOrder
    const ofTicket = { product: 'contract', position: 'ticket', closes: id, side: 'sell', lots: 4, multiple: 10 }
    const fees = { feeRateMaker: 400_000, feeRateTaker: 400_000 }
    const [first] = fixture.must({ type: 'closeContract', holder, order: id, lots: 4, fault: '' })
    expect(first).toEqual({ ...accepted, order: next, ...ofTicket, ...fees })
    const ofNet = { product: 'perpetual', position: 'cross', closes: net.id, side: 'buy', lots: 8, multiple: 20 }
    const [other] = fixture.must({ type: 'closePerpetual', holder, position: net.id, lots: 0, fault: '' })
    expect(other).toEqual({ ...accepted, order: next + 1, ...ofNet, feeRateMaker: 200_000 })
  })
})

describe('profits that pay for a loss', () => {
  const marked = (need: bigint) =>
    realiseProfits(fixture.state.derivative, fixture.state.venue, holder, need).map((event) =>
      event.type === 'positionMarked' ? [event.listing, event.realised, event.cost, event.perpetualChange] : [],
    )

  function open(lots: readonly number[]): void {
    for (const [listing, symbol] of ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'].entries()) {
      for (const one of [holder, 41]) fixture.setPerpetual(one, 'cross', 10, symbol)
      const order = {
        type: 'placePerpetualOrder',
        symbol,
        ...limit,
        lots: lots[listing] ?? 0,
        reduceOnly: false,
      } as const
      fixture.must({ ...order, holder: 41, side: 'sell' })
      fixture.must({ ...order, holder, side: 'buy' })
    }
  }

  it('are the largest first, until they come to what is needed', () => {
    open([100, 200, 100])
    for (const [listing, mark] of [1_010_000, 1_020_000, 990_000].entries()) fixture.tick(mark, listing)
    // 10 of 1 000 USDT, 40 of 2 000, and a loss; each position requires a tenth of its worth from then on
    const [btc, eth] = [
      [0, 10_000_000n, 1_010_000_000n, 1_000_000n],
      [1, 40_000_000n, 2_040_000_000n, 4_000_000n],
    ]
    expect(marked(1n)).toEqual([eth])
    expect(marked(40_000_000n)).toEqual([eth])
    expect(marked(40_000_001n)).toEqual([eth, btc])
    expect(marked(10n ** 12n)).toEqual([eth, btc])
    expect(marked(0n)).toEqual([])
  })

  it('that are alike are taken by age, and of nobody there are none', () => {
    open([100, 100, 100])
    for (const listing of [0, 1, 2]) fixture.tick(1_010_000, listing)
    expect(marked(15_000_000n).map(([listing]) => listing)).toEqual([0, 1])
    expect(realiseProfits(fixture.state.derivative, fixture.state.venue, 99, 1n)).toEqual([])
  })
})

it('what still rests of a ticket’s order ends with it', () => {
  const order = {
    type: 'placeContractOrder',
    symbol: 'BTCUSDT',
    ...limit,
    lots: 10,
    multiple: 10,
    holder,
    side: 'buy',
  } as const
  fixture.must(order)
  const [open] = [...fixture.account(holder).orders.values()]
  expect(restOfTicket(fixture.state.derivative, open.id, 'by_user')).toMatchObject([
    { type: 'derivativeOrderClosed', order: open.id, reason: 'by_user' },
  ])
  expect(restOfTicket(fixture.state.derivative, 999, 'by_user')).toEqual([])
})
