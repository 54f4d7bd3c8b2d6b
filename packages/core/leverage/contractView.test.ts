import { beforeEach, describe, expect, it } from 'vitest'
import type { DerivativeOrder, TicketOrigin } from '../derivative/state.ts'
import { figuresOf } from '../derivative/figures.ts'
import { accountOf, admitOrder, restInBook } from '../derivative/keep.ts'
import { orderViewOf } from '../derivative/orderView.ts'
import type { EventOf } from '../derivative/event.ts'
import { OpenFixture } from '../testing/openFixture.ts'
import { contractAfter, contractViewOf, contractViewsOf, untouchedView } from './contractView.ts'

const holder = 40
const usdt = 1_000_000n
let fixture: OpenFixture

const origin: TicketOrigin = {
  kind: 'market',
  timeInForce: 'IOC',
  price: 77,
  feeRate: 500_000,
  acceptedAt: 5,
  lots: 10,
  filled: 10,
  quoteFilled: 101n * usdt,
  made: false,
  took: true,
}

beforeEach(() => {
  fixture = new OpenFixture()
  fixture.tickNow(1_000_000)
  fixture.trader(holder, 1_000)
})

const view = (id: number) => contractViewOf(fixture.state.derivative, fixture.state.venue, id, fixture.now)

/** An order of a contract that is open; without more it rests. */
function order(more: Partial<DerivativeOrder>, rests = true): DerivativeOrder {
  const { derivative, venue } = fixture.state
  const made = fixture.order(holder, { position: 'ticket', kind: 'limit', price: 99_000, hold: 9n, ...more })
  derivative.nextOrder = Math.max(derivative.nextOrder, made.id + 1)
  admitOrder(derivative, accountOf(derivative, venue, holder), made)
  if (rests) restInBook(derivative, 'demo', made)
  return made
}

describe('a contract as it is shown', () => {
  it('is its ticket once that is open, by what its order was', () => {
    const ticket = fixture.opened(holder, {
      origin,
      margin: 10n * usdt,
      feePaid: 3n,
      realised: 4n,
      funding: 5n,
      stopLoss: 90_000,
      takeProfit: 120_000,
      lotsClosed: 2,
      proceeds: 20n,
      updatedAt: 30,
    })
    const { derivative, venue } = fixture.state
    expect(view(ticket.id)).toEqual({
      order: ticket.id,
      holder,
      listing: 0,
      side: 'buy',
      kind: 'market',
      timeInForce: 'IOC',
      price: 77,
      lots: 10,
      filled: 10,
      quoteFilled: 101n * usdt,
      open: 10,
      cost: 100n * usdt,
      multiple: 10,
      margin: 10n * usdt,
      hold: 0n,
      feeRate: 500_000,
      feePaid: 3n,
      realised: 4n,
      funding: 5n,
      stopLoss: 90_000,
      takeProfit: 120_000,
      ...figuresOf(derivative, venue, ticket, fixture.now),
      made: false,
      took: true,
      rests: false,
      status: 'filled',
      reason: null,
      lotsClosed: 2,
      proceeds: 20n,
      acceptedAt: 5,
      updatedAt: 30,
    })
  })

  it('is a position while not all of its order is filled, whose rest it shows as it stands', () => {
    const ticket = fixture.opened(holder, { side: 'short', origin, updatedAt: 30 })
    const rest = {
      id: ticket.id,
      side: 'sell',
      lots: 12,
      filled: 10,
      quoteFilled: 7n,
      made: true,
      took: false,
    } as const
    order({ ...rest, hold: 8n, updatedAt: 31 })
    const shown = { side: 'sell', status: 'position', rests: true, hold: 8n, updatedAt: 31, made: true, took: false }
    expect(view(ticket.id)).toMatchObject({ ...shown, lots: 12, filled: 10, quoteFilled: 7n, price: 77 })
    const other = fixture.opened(holder, { origin: { ...origin, filled: 9 }, updatedAt: 30 })
    order({ id: other.id, lots: 12, filled: 10, updatedAt: 29 }, false)
    expect(view(other.id)).toMatchObject({ rests: false, updatedAt: 30 })
  })

  it('is its order alone before that, with nothing of a ticket', () => {
    const rests = order({})
    const nothing = { open: 0, cost: 0n, margin: 0n, realised: 0n, funding: 0n, lotsClosed: 0, proceeds: 0n }
    const figures = { entryFine: 0, markTenths: 0, liquidationFine: null, value: 0n, profit: 0n, maintenance: 0n }
    const shown = { order: rests.id, status: 'new', rests: true, hold: 9n, feeRate: rests.feeRateTaker, reason: null }
    expect(view(rests.id)).toMatchObject({ ...nothing, ...figures, ...shown, price: 99_000 })
    for (const status of ['filled', 'canceled'] as const) {
      const ended = untouchedView({ ...orderViewOf(rests), status, reason: 'by_user' })
      expect(ended).toMatchObject({ status: 'canceled', rests: false, reason: 'by_user' })
    }
  })

  it('is none of a perpetual, of what closes a ticket, or of nothing', () => {
    const net = fixture.opened(holder, { kind: 'isolated' })
    const closes = order({ purpose: 'close', closes: 3 })
    const perpetual = order({ product: 'perpetual', position: 'cross' })
    expect([view(net.id), view(closes.id), view(perpetual.id), view(999)]).toEqual([null, null, null, null])
  })
})

it('the contracts of a holder are those that rest or are open, each once, by their numbers', () => {
  const { derivative, venue } = fixture.state
  const first = order({})
  const ticket = fixture.opened(holder, { origin })
  order({ id: ticket.id, lots: 12, filled: 10 })
  fixture.opened(holder, { kind: 'isolated', origin })
  order({ product: 'perpetual', position: 'cross' })
  const alone = fixture.opened(holder, { origin })
  const last = order({})
  const shown = (who: number) => contractViewsOf(derivative, venue, who, fixture.now).map(({ order: id }) => id)
  expect([shown(holder), shown(99)]).toEqual([[first.id, ticket.id, alone.id, last.id], []])
})

describe('a contract after a command', () => {
  const closing: EventOf<'derivativeOrderClosed'> = {
    type: 'derivativeOrderClosed',
    order: 500,
    holder,
    listing: 0,
    product: 'contract',
    position: 'ticket',
    side: 'buy',
    status: 'canceled',
    reason: 'by_user',
    lots: 10,
    filled: 0,
    released: 9n,
  }
  const after = (
    id: number,
    before: ReturnType<typeof view>,
    events: readonly EventOf<'derivativeOrderClosed'>[] = [],
  ) => contractAfter(fixture.state.derivative, fixture.state.venue, id, before, events, 60)

  it('says why its rest has ended, and is as it was before where nothing of it is left', () => {
    const ticket = fixture.opened(holder, { origin })
    expect(after(ticket.id, null)).toEqual(view(ticket.id))
    const ended = { ...closing, order: ticket.id }
    expect(after(ticket.id, null, [closing, ended])).toEqual({ ...view(ticket.id), reason: 'by_user' })
    expect(after(ticket.id, null, [closing])).toMatchObject({ reason: null })
    const before = view(order({}).id)
    const gone = { ...before, hold: 0n, rests: false, status: 'canceled', updatedAt: 60 }
    expect(after(500, before, [closing])).toEqual({ ...gone, reason: 'by_user' })
    expect(after(500, before)).toEqual({ ...gone, reason: null })
    expect(after(500, null, [closing])).toBeNull()
  })

  it('is what it was accepted as where it came and went', () => {
    const { derivative, venue } = fixture.state
    const accept = (id: number): EventOf<'derivativeOrderAccepted'> => ({
      type: 'derivativeOrderAccepted',
      order: id,
      realm: 'demo',
      holder,
      listing: 0,
      product: 'contract',
      position: 'ticket',
      purpose: 'open',
      closes: 0,
      side: 'buy',
      kind: 'limit',
      timeInForce: 'IOC',
      price: 99_000,
      lots: id,
      multiple: 10,
      reduceOnly: false,
      hold: 9n,
      heldPrice: 99_000,
      feeRateMaker: 2,
      feeRateTaker: 5,
      stopLoss: 0,
      takeProfit: 0,
      indexTenths: 1_000_000,
      indexTime: 1,
    })
    const events = [accept(501), accept(500), closing]
    expect(contractAfter(derivative, venue, 500, null, events, 60)).toMatchObject({
      order: 500,
      lots: 500,
      status: 'canceled',
      reason: 'by_user',
      hold: 0n,
      rests: false,
      acceptedAt: 60,
    })
    expect(contractAfter(derivative, venue, 502, null, events, 60)).toBeNull()
  })
})
