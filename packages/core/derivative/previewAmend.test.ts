import { describe, expect, it } from 'vitest'
import { closeLadder, MarginFixture } from '../testing/marginFixture.ts'
import type { Command } from '../vocabulary.ts'
import { bracketsOfVersion } from './bracketVersions.ts'
import { figuresOf } from './figures.ts'
import { previewDerivative } from './preview.ts'
import type { PreviewAsk, PreviewHolder, PreviewMarket } from './previewTerms.ts'
import { derivativeOf, type DerivativeOrder, type Position } from './state.ts'

const mark = 100_000
const stricter = [{ floor: 0n, maintenanceRate: 20_000_000, multipleMax: 20 }]
const kept = { stopLoss: { change: 'keep', price: 0 }, takeProfit: { change: 'keep', price: 0 } } as const
const none = { stopLoss: null, takeProfit: null } as const
const common = { symbol: 'BTCUSDT', kind: 'limit', timeInForce: 'GTC', fault: '' } as const
const nobody = { price: [], quantity: [] }

type Product = 'contract' | 'perpetual'

interface Change {
  readonly price: number
  readonly lots: number
}

function placing(product: Product, holder: number, side: 'buy' | 'sell', { price, lots }: Change): Command {
  const order = { ...common, ...none, holder, side, price, lots }
  return product === 'contract'
    ? { type: 'placeContractOrder', ...order, multiple: 10 }
    : { type: 'placePerpetualOrder', ...order, reduceOnly: false }
}

function amending(product: Product, order: number, { price, lots }: Change): Command {
  const to = { holder: 32, order, price, lots, fault: '' }
  return product === 'contract'
    ? { type: 'amendContractOrder', ...to, ...kept }
    : { type: 'amendPerpetualOrder', ...to }
}

/** A bid of a hundred hundredths, of which so many are filled, and stricter brackets that came into force since. */
function begin(product: Product, filled: number): { fixture: MarginFixture; order: DerivativeOrder } {
  const fixture = new MarginFixture({ ladder: { ...closeLadder, levels: 0 } })
  fixture.tickNow(mark * 10)
  for (const holder of [32, 33]) {
    fixture.trader(holder, 20_000)
    fixture.setPerpetual(holder, 'isolated', 10)
  }
  // beside it, so that the place of the ticket is not the only one
  fixture.must(placing('contract', 32, 'buy', { price: mark, lots: 7 }))
  fixture.must(placing('contract', 33, 'sell', { price: mark, lots: 7 }))
  fixture.must(placing(product, 32, 'buy', { price: mark, lots: 100 }))
  if (filled > 0) fixture.must(placing(product, 33, 'sell', { price: mark, lots: filled }))
  const terms = { ...derivativeOf(fixture.state.derivative, 0), brackets: stricter }
  fixture.must({ type: 'configureDerivative', listing: 0, terms })
  const [order] = fixture.account(32).orders.values()
  return { fixture, order }
}

function marketOf({ state }: MarginFixture): PreviewMarket {
  const { priceDecimals, priceMax, collarRate } = state.venue.listings[0]
  const terms = derivativeOf(state.derivative, 0)
  const reach = { long: 0, short: 0 }
  return {
    ...terms,
    symbol: 'BTCUSDT',
    priceDecimals,
    priceMax,
    collarRate,
    reach,
    markTenths: mark * 10,
    markDecides: true,
  }
}

/** The holder as a form knows it whose order is changed: without the order, and with what it holds. */
function holderWithout(fixture: MarginFixture, order: DerivativeOrder): PreviewHolder {
  const { derivative, venue } = fixture.state
  const { perpetualHold, positions } = fixture.account(32)
  return {
    available: venue.ledger.available(32, 'contract', 0) + order.hold,
    perpetualHold,
    positions: [...positions.values()].map((position) => {
      const { kind, side, lots, cost, margin, multiple } = position
      return { kind, side, lots, cost, margin, multiple, market: 0, brackets: bracketsOfVersion(derivative, position) }
    }),
    resting: [],
  }
}

function askOf(fixture: MarginFixture, order: DerivativeOrder, { price, lots }: Change): PreviewAsk {
  const { derivative } = fixture.state
  const ticket = [...fixture.account(32).positions.keys()].indexOf(order.id)
  return {
    ...none,
    market: 0,
    position: order.product === 'contract' ? 'ticket' : 'isolated',
    side: 'buy',
    kind: 'limit',
    timeInForce: 'GTC',
    price,
    lots: lots - order.filled,
    multiple: 10,
    reduceOnly: false,
    standing: {
      ticket: ticket < 0 ? null : ticket,
      brackets: lots > order.lots ? null : bracketsOfVersion(derivative, order),
    },
  }
}

function figures(fixture: MarginFixture, position: Position) {
  const { side, lots, cost, margin } = position
  const { derivative, venue } = fixture.state
  return { side, lots, cost, margin, ...figuresOf(derivative, venue, position, fixture.now) }
}

describe.each(['contract', 'perpetual'] as const)('the preview of a change of a resting %s order', (product) => {
  it.each([
    { filled: 0, price: mark, lots: 150 },
    { filled: 0, price: mark - 200, lots: 100 },
    { filled: 40, price: mark, lots: 150 },
    { filled: 40, price: mark - 200, lots: 100 },
    { filled: 40, price: mark - 200, lots: 90 },
    { filled: 40, price: mark + 100, lots: 120 },
  ])('is what it holds, and what it leaves once it is filled: $filled filled, then $lots at $price', (asked) => {
    const { fixture, order } = begin(product, asked.filled)
    const ask = askOf(fixture, order, asked)
    const preview = previewDerivative([marketOf(fixture)], holderWithout(fixture, order), ask, nobody)
    fixture.must(amending(product, order.id, asked))
    expect(preview.refusal).toBeNull()
    expect(preview.order?.hold).toBe(order.hold)
    fixture.must(placing(product, 33, 'sell', { price: asked.price, lots: ask.lots }))
    const position =
      product === 'contract' ? fixture.position(order.id) : fixture.account(32).perpetual.get(order.listing)
    if (!position) throw new Error('nothing was filled')
    expect(position.lots).toBe(asked.lots)
    expect(preview.whole).toEqual(figures(fixture, position))
  })
})
