import { describe, expect, it } from 'vitest'
import { markDecides } from '../book/mark.ts'
import { execute } from '../exchange.ts'
import { btcDerivative, closeLadder, MarginFixture } from '../testing/marginFixture.ts'
import type { Command } from '../vocabulary.ts'
import { bracketsOfVersion } from './bracketVersions.ts'
import { figuresOf } from './figures.ts'
import { derivativeLevels } from './house.ts'
import { previewDerivative } from './preview.ts'
import type { PreviewAsk, PreviewHolder, PreviewMarket } from './previewTerms.ts'
import { derivativeOf } from './state.ts'

const holders = [32, 33, 34, 35]
const unit = 1_000_000n

// xorshift: the same cases in every run
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

function marketsOf(fixture: MarginFixture): PreviewMarket[] {
  const { derivative, venue } = fixture.state
  return venue.listings.map((listing, id) => {
    const { quotePerTenthLot, multiples, feeRateContract, feeRatePerpetualMaker } = derivativeOf(derivative, id)
    const { feeRatePerpetualTaker, limitRateMax, brackets } = derivativeOf(derivative, id)
    const { openInterestUserMax, openInterestMax } = derivativeOf(derivative, id)
    const { priceDecimals, priceMax, collarRate } = listing
    const { indexTenths: markTenths } = venue.marks.of(id)
    const reach = derivative.reach.demo[id] ?? { long: 0, short: 0 }
    return {
      symbol: listing.code,
      quotePerTenthLot,
      priceDecimals,
      priceMax,
      collarRate,
      multiples,
      brackets,
      feeRateContract,
      feeRatePerpetualMaker,
      feeRatePerpetualTaker,
      limitRateMax,
      openInterestUserMax,
      openInterestMax,
      reach,
      markTenths,
      markDecides: markDecides(listing, venue.marks.of(id), 'demo', fixture.now),
    }
  })
}

function holderOf(fixture: MarginFixture, holder: number): PreviewHolder {
  const account = fixture.account(holder)
  return {
    available: fixture.state.venue.ledger.available(holder, 'contract', 0),
    perpetualHold: account.perpetualHold,
    positions: [...account.positions.values()].map((position) => {
      const { kind, side, lots, cost, margin, multiple, listing } = position
      const brackets = bracketsOfVersion(fixture.state.derivative, position)
      return { kind, side, lots, cost, margin, multiple, market: listing, brackets }
    }),
    resting: [...account.orders.values()]
      .filter(({ reduceOnly }) => !reduceOnly)
      .map(({ product, side, lots, filled, multiple, listing: market }) => {
        return { product, side, lots: lots - filled, multiple, market }
      }),
  }
}

function depthOf(fixture: MarginFixture, market: number, side: 'buy' | 'sell') {
  const { derivative, venue } = fixture.state
  const against = side === 'buy' ? 'sell' : 'buy'
  const levels = derivativeLevels(derivative, venue, market, 'demo', against, 50, fixture.now)
  return { price: levels.map(({ price }) => price), quantity: levels.map(({ quantity }) => quantity) }
}

function begin(): MarginFixture {
  // levels far enough from the mark that a high multiple cannot take them all
  const ladder = { ...closeLadder, halfSpreadRate: 1_000_000, gapRate: 2_000_000, levelQuantity: 300 }
  const fixture = new MarginFixture({ ladder }, {}, 1_000_000_000n)
  fixture.list('ETH')
  fixture.tickNow(1_000_000)
  fixture.tickNow(500_000, 1)
  holders.forEach((holder, at) => {
    fixture.trader(holder, [50_000, 3_000, 20_000, 1_000][at])
    fixture.setPerpetual(holder, at % 2 === 0 ? 'cross' : 'isolated', [10, 50, 20, 100][at])
    fixture.setPerpetual(holder, 'cross', 20, 'ETHUSDT')
  })
  return fixture
}

function askOf(fixture: MarginFixture, next: (below: number) => number, holder: number): PreviewAsk {
  const market = next(2)
  const mark = fixture.state.venue.marks.of(market).indexTenths / 10
  const limit = next(2) === 0
  const contract = next(2) === 0
  const setting = fixture.account(holder).settings.get(market)
  const timeInForce = (['GTC', 'GTC', 'IOC', 'FOK', 'POST_ONLY'] as const)[next(limit ? 5 : 4)]
  const price = limit ? Math.round(mark * (1 + (next(400) - 200) / 20_000)) : 0
  const far = next(30) === 0
  return {
    market,
    position: contract ? 'ticket' : (setting?.mode ?? 'cross'),
    side: next(2) === 0 ? 'buy' : 'sell',
    kind: limit ? 'limit' : 'market',
    timeInForce,
    price: limit && far ? Math.round(price * 1.1) : price,
    lots: next(8) === 0 ? next(60_000) : 1 + next(800),
    multiple: contract ? [1, 5, 10, 50, 100][next(5)] : (setting?.multiple ?? 10),
    reduceOnly: !contract && next(6) === 0,
    stopLoss: next(10) === 0 ? Math.round(mark * (0.97 + next(60) / 1_000)) : null,
    takeProfit: null,
  }
}

function commandFor(ask: PreviewAsk, holder: number): Command {
  const { market, side, kind, timeInForce, price, lots, multiple, reduceOnly, stopLoss, takeProfit } = ask
  const symbol = market === 0 ? 'BTCUSDT' : 'ETHUSDT'
  const common = { holder, symbol, side, kind, timeInForce, price, lots, stopLoss, takeProfit, fault: '' }
  return ask.position === 'ticket'
    ? { type: 'placeContractOrder', ...common, multiple }
    : { type: 'placePerpetualOrder', ...common, reduceOnly }
}

// what is open keeps its own, so that a holder has positions under several
function changeBrackets(fixture: MarginFixture, shipped: boolean): void {
  const terms = derivativeOf(fixture.state.derivative, 0)
  const brackets = shipped ? btcDerivative.brackets : [{ floor: 0n, maintenanceRate: 8_000_000, multipleMax: 100 }]
  fixture.must({ type: 'configureDerivative', listing: 0, terms: { ...terms, brackets } })
}

// one random order, previewed and then placed
function compare(fixture: MarginFixture, next: (below: number) => number): string {
  const holder = holders[next(4)]
  const ask = askOf(fixture, next, holder)
  const preview = previewDerivative(
    marketsOf(fixture),
    holderOf(fixture, holder),
    ask,
    depthOf(fixture, ask.market, ask.side),
  )
  const { derivative, venue } = fixture.state
  const outcome = execute(fixture.state, { key: null, command: commandFor(ask, holder) }, fixture.now)
  if (!outcome.ok) {
    if (outcome.rejection.reason !== preview.refusal?.reason) expect(preview.refusal).toEqual(outcome.rejection)
    return outcome.rejection.reason
  }
  const { answer } = outcome
  if (answer.type !== 'contract' && answer.type !== 'derivativeOrder') throw new Error(answer.type)
  const { order, filled, hold, feePaid, quoteFilled, reason } = answer.view
  const shown = preview.order
  const available = venue.ledger.available(holder, 'contract', 0)
  const same =
    shown !== null &&
    shown.filled === filled &&
    shown.hold === hold &&
    shown.feePaid === feePaid &&
    shown.quoteFilled === quoteFilled &&
    (answer.type === 'contract' || shown.reason === reason) &&
    preview.availableAfter === available
  if (!same) expect({ ...shown, available: preview.availableAfter }).toEqual({ ...answer.view, available })
  const net = derivative.accounts.get(holder)?.perpetual.get(ask.market)
  const position = ask.position === 'ticket' ? derivative.positions.get(order) : net
  if ((position === undefined) !== (preview.position === null)) throw new Error('a position was shown that is not')
  if (position && preview.position) {
    const figures = figuresOf(derivative, venue, position, fixture.now)
    const is = { side: position.side, lots: position.lots, cost: position.cost, margin: position.margin, ...figures }
    for (const [name, value] of Object.entries(is)) {
      if (Reflect.get(preview.position, name) !== value) expect(preview.position).toEqual(is)
    }
  }
  return filled === 0 ? `${reason}` : filled === shown?.lots ? 'filled' : `part ${reason}`
}

describe('the preview of a derivative order', () => {
  it('is its result, to the last unit, in 100 000 random cases', () => {
    const next = random(20_260_917)
    const seen = new Map<string, number>()
    const cases = 100_000
    let fixture = begin()
    for (let at = 0; at < cases; at++) {
      if (at % 400 === 0) fixture = begin()
      const end = compare(fixture, next)
      seen.set(end, (seen.get(end) ?? 0) + 1)
      if (at % 60 === 30) changeBrackets(fixture, next(2) === 0)
      // what rests would be shown as a level, and its owner's own orders not at all
      for (const holder of holders) {
        for (const { product } of fixture.account(holder).orders.values()) {
          const type = product === 'contract' ? 'cancelAllContractOrders' : 'cancelAllPerpetualOrders'
          fixture.must({ type, holder, symbol: '' })
        }
      }
      if (at % 10 === 0) {
        const holder = holders[next(4)]
        fixture.run({ type: 'closeAllContracts', holder, symbol: '' })
        fixture.run({ type: 'closeAllPerpetual', holder, symbol: '' })
      }
      if (next(16) === 0) {
        const market = next(2)
        const by = 1 + (next(200) - 100) / 20_000
        fixture.now += 1_000
        fixture.tickNow(Math.round(fixture.state.venue.marks.of(market).indexTenths * by), market)
        fixture.tickNow(fixture.state.venue.marks.of(1 - market).indexTenths, 1 - market)
      }
    }
    for (const end of [
      'filled',
      'null',
      'balance_insufficient_order',
      'fill_or_kill',
      'margin_short',
      'price_too_far',
    ]) {
      expect(seen.get(end) ?? 0, end).toBeGreaterThan(20)
    }
  }, 600_000)
})

const foreseen = ['open_interest_user_max', 'open_interest_max', 'multiple_invalid', 'position_undecided']

describe('what only a part of the exchange knows', () => {
  it('is foreseen: caps with all that rests, of whomever, and marks that do not decide', () => {
    const next = random(20_261_129)
    const seen = new Map<string, number>()
    for (let round = 0; round < 60; round++) {
      const fixture = begin()
      const terms = derivativeOf(fixture.state.derivative, 0)
      const capped = { ...terms, openInterestUserMax: 60_000n * unit, openInterestMax: 40_000n * unit }
      for (const listing of [0, 1]) fixture.must({ type: 'configureDerivative', listing, terms: capped })
      for (let at = 0; at < 60; at++) {
        const holder = holders[next(4)]
        const near = askOf(fixture, next, holder)
        // far from all that stands, so that it rests and nothing meets it
        const away = near.side === 'buy' ? 0.981 : 1.019
        const price = Math.round((fixture.state.venue.marks.of(near.market).indexTenths / 10) * away)
        const ask =
          next(2) === 0 ? ({ ...near, kind: 'limit', timeInForce: 'GTC', price, stopLoss: null } as const) : near
        const depth = depthOf(fixture, ask.market, ask.side)
        const { refusal } = previewDerivative(marketsOf(fixture), holderOf(fixture, holder), ask, depth)
        const outcome = fixture.run(commandFor(ask, holder))
        const told = outcome.ok ? '' : outcome.rejection.reason
        // what its own market is stopped by, the form says before it asks for a preview
        if (told.startsWith('market_')) continue
        for (const reason of [told, refusal?.reason ?? '']) {
          if (foreseen.includes(reason)) expect(refusal).toEqual(outcome.ok ? null : outcome.rejection)
        }
        seen.set(told, (seen.get(told) ?? 0) + 1)
        if (next(12) > 0) continue
        fixture.now += 6_000
        const market = next(2)
        fixture.tickNow(fixture.state.venue.marks.of(market).indexTenths, market)
      }
    }
    for (const reason of foreseen) expect(seen.get(reason) ?? 0, reason).toBeGreaterThan(20)
  })
})
