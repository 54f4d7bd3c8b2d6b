import type { Side } from '../book/book.ts'
import type { Listing } from '../book/listing.ts'
import type { OrderKind, TimeInForce } from '../book/orderWords.ts'
import { createVenue, openListing, type Venue } from '../book/venue.ts'
import { houseHolder, userHolderMin } from '../ledger/holders.ts'
import { makeBrackets, type BracketTerms } from '../margin/brackets.ts'
import type { Rejection } from '../result/result.ts'
import { crossFigures } from './account.ts'
import { bracketsFrom, enforceBrackets, listingBrackets, sameBrackets } from './bracketVersions.ts'
import { evolveDerivative } from './evolve.ts'
import { accountOf, admitPosition, openDerivative } from './keep.ts'
import { figuresOf, type PositionFigures } from './figures.ts'
import { viewAfter } from './orderView.ts'
import type { PlaceAsk } from './ask.ts'
import { needOf, placeOrder } from './place.ts'
import { createDerivativeState, type DerivativeState, type Position } from './state.ts'
import { lotsMax, type Derivative } from './terms.ts'
import type { DerivativeOrderView } from './view.ts'
import { usdt } from './worth.ts'
import type { DerivativeEvent } from './event.ts'

/** What a form knows of a market. Rates at 10⁻⁹, amounts in units of USDT, the mark in tenths of a tick. */
export interface PreviewMarket {
  /** Units of USDT that a hundredth of a lot is worth at a tenth of a tick: {@link tenthLotWorth}. */
  readonly quotePerTenthLot: number
  readonly priceDecimals: number
  readonly priceMax: number
  readonly collarRate: number
  readonly multiples: readonly number[]
  readonly brackets: readonly BracketTerms[]
  readonly feeRateContract: number
  readonly feeRatePerpetualMaker: number
  readonly feeRatePerpetualTaker: number
  readonly limitRateMax: number
  readonly openInterestUserMax: bigint
  readonly markTenths: number
}

/** An open position as a form knows it; `market` is its place among the markets that are given. */
export type PreviewPosition = Pick<Position, 'kind' | 'side' | 'lots' | 'cost' | 'margin' | 'multiple'> & {
  readonly market: number
  /** Its own brackets; null where they are those in force. */
  readonly brackets: readonly BracketTerms[] | null
}

/** What a form knows of its holder: the contract account, and all open positions. */
export interface PreviewHolder {
  readonly available: bigint
  readonly perpetualHold: bigint
  readonly positions: readonly PreviewPosition[]
}

/** The order that a form would send. */
export interface PreviewAsk {
  readonly market: number
  readonly position: PlaceAsk['position']
  readonly side: Side
  readonly kind: OrderKind
  readonly timeInForce: TimeInForce
  readonly price: number
  readonly lots: number
  readonly multiple: number
  readonly reduceOnly: boolean
  readonly stopLoss: number | null
  readonly takeProfit: number | null
}

/** The levels that the order would trade against, best first, in lots. */
export interface PreviewDepth {
  readonly price: readonly number[]
  readonly quantity: readonly number[]
}

/** The position that an order would leave, with its figures. */
export type PreviewedPosition = PositionFigures & Pick<Position, 'side' | 'lots' | 'cost' | 'margin'>

export interface DerivativePreview {
  /** Why the order would be refused; the rest is then null. */
  readonly refusal: Rejection | null
  /** The order as it would stand after matching. */
  readonly order: DerivativeOrderView | null
  readonly position: PreviewedPosition | null
  /** The position once the rest had filled at its limit; that of now where nothing would rest. */
  readonly whole: PreviewedPosition | null
  /** What is asked of the holder, and what it may use. */
  readonly need: bigint
  readonly usable: bigint
  readonly availableAfter: bigint
}

const holder = userHolderMin
const now = 1

/** What a hundredth of a lot is worth at a tenth of a tick, from the contract size in units of `sizeDecimals`. */
export function tenthLotWorth(contractSize: bigint, sizeDecimals: number, priceDecimals: number): number {
  const usdtScale = 6
  const shift = usdtScale - priceDecimals - 3 - sizeDecimals
  const power = 10n ** BigInt(Math.abs(shift))
  return Number(shift >= 0 ? contractSize * power : contractSize / power)
}

function listingOf(market: PreviewMarket, id: number): Listing {
  const none = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
  return {
    id,
    code: `${id}`,
    base: 1,
    quote: usdt,
    priceDecimals: market.priceDecimals,
    quantityDecimals: 0,
    priceMax: market.priceMax,
    quantityMax: lotsMax,
    notionalMinExclusive: 0,
    feeRateMaker: 0,
    feeRateTaker: 0,
    collarRate: market.collarRate,
    ladder: none,
    sessions: [],
    halt: 'trading',
    haltReason: '',
    spot: false,
    quotePerTickStep: 1,
    basePerStep: 1,
  }
}

function derivativeFor(market: PreviewMarket, listing: Listing): Derivative {
  const { multiples, feeRateContract, feeRatePerpetualMaker, feeRatePerpetualTaker, limitRateMax } = market
  return {
    listing: listing.id,
    contractSize: 1,
    multiples,
    brackets: makeBrackets(market.brackets) ?? [],
    feeRateContract,
    feeRatePerpetualMaker,
    feeRatePerpetualTaker,
    limitRateMax,
    fundingInterestRate: 0,
    fundingDampRateMax: 0,
    fundingImpactNotional: 1n,
    openInterestUserMax: market.openInterestUserMax,
    openInterestMax: 2n ** 62n,
    ladder: { ...listing.ladder, positionMax: Number.MAX_SAFE_INTEGER },
    insuranceFloor: 0n,
    houseDebtMax: 2n ** 62n,
    contractOn: true,
    perpetualOn: true,
    quotePerTenthLot: market.quotePerTenthLot,
    quotePerTickLot: market.quotePerTenthLot * 10,
    basePerLot: 1,
  }
}

// a small exchange with one holder, in which the order is really placed
class Sandbox {
  readonly venue: Venue = createVenue()
  readonly state: DerivativeState = createDerivativeState()

  constructor(markets: readonly PreviewMarket[], { available, perpetualHold, positions }: PreviewHolder) {
    const { venue, state } = this
    venue.currencies.push({ id: usdt, code: 'USDT', scale: 6 })
    venue.ledger.openCurrency(usdt)
    venue.ledger.openHolder(holder)
    venue.holders.set(holder, { realm: 'demo', disabled: false, realName: 'approved', country: '', restrained: false })
    markets.forEach((market, id) => {
      const listing = listingOf(market, id)
      openListing(venue, listing)
      openDerivative(state, derivativeFor(market, listing))
      const { markTenths: indexTenths } = market
      venue.marks[id] = { time: now, indexTenths, dispersionTenths: 0, sources: 9, kind: 'live' }
    })
    for (const { market, brackets } of positions) if (brackets) versionOf(state, market, brackets)
    state.terms.forEach((terms, id) => terms && enforceBrackets(state, id, terms.brackets))
    const account = accountOf(state, venue, holder)
    let frozen = perpetualHold
    account.perpetualHold = perpetualHold
    for (const kept of positions) {
      frozen += kept.margin
      const { market, brackets } = kept
      const version = brackets ? versionOf(state, market, brackets) : listingBrackets(state, market).versions.length
      admitPosition(state, account, positionFrom(kept, state.nextOrder++, version))
    }
    venue.ledger.restore(holder, 'contract', usdt, { posted: available + frozen, frozen })
    venue.ledger.restore(houseHolder('demo', 'insurance'), 'coin', usdt, { posted: 1n, frozen: 0n })
  }

  /** Puts the levels that are shown where the house stands. */
  stand(market: number, side: Side, depth: PreviewDepth): void {
    const levels = { price: [...depth.price], quantity: [...depth.quantity] }
    const none = { price: [], quantity: [] }
    this.state.ladders.demo[market] =
      side === 'buy' ? { buy: none, sell: levels, refilledAt: now } : { buy: levels, sell: none, refilledAt: now }
  }

  ask(ask: PreviewAsk): PlaceAsk {
    const { market, position, side, kind, timeInForce, price, lots, multiple, reduceOnly, stopLoss, takeProfit } = ask
    const derivative = this.state.terms[market]
    if (!derivative) throw new RangeError(`no market ${market}`)
    const contract = position === 'ticket'
    return {
      floor: { realm: 'demo', listing: this.venue.listings[market], derivative },
      holder,
      product: contract ? 'contract' : 'perpetual',
      position,
      side,
      kind,
      timeInForce,
      price,
      lots,
      multiple,
      reduceOnly,
      feeRateMaker: contract ? derivative.feeRateContract : derivative.feeRatePerpetualMaker,
      feeRateTaker: contract ? derivative.feeRateContract : derivative.feeRatePerpetualTaker,
      stopLoss,
      takeProfit,
    }
  }

  /** Evolves what happens, eating the levels as it does. */
  take(event: DerivativeEvent): void {
    evolveDerivative(this.state, this.venue, event, now)
    if (event.type !== 'derivativeTraded') return
    const levels = this.state.ladders.demo[event.listing][event.takerSide === 'buy' ? 'sell' : 'buy']
    const at = levels.price.findIndex((price, level) => price === event.price && levels.quantity[level] > 0)
    levels.quantity[at] -= event.lots
  }
}

// the number of a market's brackets among those that its positions bear
function versionOf(state: DerivativeState, market: number, terms: readonly BracketTerms[]): number {
  const { versions } = listingBrackets(state, market)
  const known = versions.findIndex((version) => sameBrackets(version, terms))
  return known < 0 ? versions.push(bracketsFrom(terms)) : known + 1
}

function positionFrom(kept: PreviewPosition, id: number, bracketVersion: number): Position {
  const { kind, side, lots, cost, margin, multiple, market: listing } = kept
  return {
    id,
    holder,
    listing,
    kind,
    side,
    lots,
    cost,
    margin,
    multiple,
    bracketVersion,
    stopLoss: 0,
    takeProfit: 0,
    triggered: 'none',
    feePaid: 0n,
    realised: 0n,
    funding: 0n,
    lotsClosed: 0,
    proceeds: 0n,
    openedAt: now,
    updatedAt: now,
    origin: null,
  }
}

function previewed(sandbox: Sandbox, ask: PreviewAsk, order: number): PreviewedPosition | null {
  const { state, venue } = sandbox
  const net = state.accounts.get(holder)?.perpetual.get(ask.market)
  const position = ask.position === 'ticket' ? state.positions.get(order) : net
  if (!position) return null
  const { side, lots, cost, margin } = position
  return { side, lots, cost, margin, ...figuresOf(state, venue, position, now) }
}

/**
 * What an order would come to against the levels that are shown, by the functions that the engine itself runs: they
 * run here, on a small exchange of its own with this one holder.
 */
export function previewDerivative(
  markets: readonly PreviewMarket[],
  who: PreviewHolder,
  ask: PreviewAsk,
  against: PreviewDepth,
): DerivativePreview {
  const sandbox = new Sandbox(markets, who)
  const { state, venue } = sandbox
  sandbox.stand(ask.market, ask.side, against)
  const place = sandbox.ask(ask)
  const { need, usable } = needOf(state, venue, place, now)
  const started = placeOrder(state, venue, place, now)
  if (!started.ok) {
    const { available: availableAfter } = who
    return { refusal: started.rejection, order: null, position: null, whole: null, need, usable, availableAfter }
  }
  const id = state.nextOrder
  const events: DerivativeEvent[] = []
  for (const step of started.value) {
    for (const event of step) {
      sandbox.take(event)
      events.push(event)
    }
  }
  const order = viewAfter(null, id, events, now)
  const position = previewed(sandbox, ask, id)
  const availableAfter = crossFigures(state, venue, holder, now).available
  return {
    refusal: null,
    order,
    position,
    // only where it is looked at, since it takes another placing
    get whole() {
      return order?.status === 'new' ? wholeOf(markets, who, ask, against, order) : position
    },
    need,
    usable,
    availableAfter,
  }
}

// the same order where all of its rest found its limit
function wholeOf(
  markets: readonly PreviewMarket[],
  who: PreviewHolder,
  ask: PreviewAsk,
  { price, quantity }: PreviewDepth,
  order: DerivativeOrderView,
): PreviewedPosition | null {
  const taken = price.findIndex((level) => (ask.side === 'buy' ? level > ask.price : level < ask.price))
  const end = taken < 0 ? price.length : taken
  const depth = {
    price: [...price.slice(0, end), ask.price],
    quantity: [...quantity.slice(0, end), order.lots - order.filled],
  }
  return previewDerivative(markets, who, { ...ask, timeInForce: 'GTC' }, depth).position
}

/** The most lots of an order that the holder could pay for, 0 where not one hundredth. */
export function mostLots(
  markets: readonly PreviewMarket[],
  who: PreviewHolder,
  ask: Omit<PreviewAsk, 'lots'>,
  against: PreviewDepth,
): number {
  let low = 0
  let high = lotsMax
  const sandbox = new Sandbox(markets, who)
  sandbox.stand(ask.market, ask.side, against)
  while (low < high) {
    const lots = Math.ceil((low + high) / 2)
    const { need, usable } = needOf(sandbox.state, sandbox.venue, sandbox.ask({ ...ask, lots }), now)
    if (need <= usable) low = lots
    else high = lots - 1
  }
  return low
}

/** What a move of marks makes of a holder: each position's figures, and the cross account's. */
export interface Stress {
  readonly positions: readonly (PreviewedPosition & { readonly equity: bigint; readonly liquidated: boolean })[]
  readonly net: bigint
  readonly maintenance: bigint
  readonly liquidated: boolean
}

/** How a holder would stand with the markets' marks as they are given: equal to maintenance is safe. */
export function stressed(markets: readonly PreviewMarket[], who: PreviewHolder): Stress {
  const { state, venue } = new Sandbox(markets, who)
  const cross = crossFigures(state, venue, holder, now)
  const positions = [...state.positions.values()].map((position) => {
    const figures = figuresOf(state, venue, position, now)
    const equity = position.kind === 'cross' ? cross.net : position.margin + figures.profit
    const needed = position.kind === 'cross' ? cross.maintenance : figures.maintenance
    const { side, lots, cost, margin } = position
    return { side, lots, cost, margin, ...figures, equity, liquidated: equity < needed }
  })
  const { net, maintenance } = cross
  return { positions, net, maintenance, liquidated: net < maintenance }
}
