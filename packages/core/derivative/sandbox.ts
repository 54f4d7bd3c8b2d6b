import { noSlot, type Side } from '../book/book.ts'
import { emptyLadder } from '../book/ladder.ts'
import type { Listing } from '../book/listing.ts'
import { createVenue, openListing, type Venue } from '../book/venue.ts'
import { houseHolder, userHolderMin } from '../ledger/holders.ts'
import { makeBrackets, type BracketTerms } from '../margin/brackets.ts'
import { usdt } from '../money/units.ts'
import { bracketsFrom, enforceBrackets, listingBrackets, sameBrackets } from './bracketVersions.ts'
import { evolveDerivative } from './evolve.ts'
import { accountOf, admitOrder, admitPosition, openDerivative, openOrder } from './keep.ts'
import type { PlaceAsk } from './ask.ts'
import type {
  PreviewAsk,
  PreviewDepth,
  PreviewHolder,
  PreviewMarket,
  PreviewPosition,
  PreviewResting,
} from './previewTerms.ts'
import { createDerivativeState, type DerivativeOrder, type DerivativeState, type Position } from './state.ts'
import { lotsMax, type Derivative } from './terms.ts'
import type { DerivativeEvent } from './event.ts'

/** The one holder. */
export const holder = userHolderMin
/** The time of all that happens in it. */
export const now = 1

function listingOf(market: PreviewMarket, id: number): Listing {
  const none = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
  return {
    id,
    code: market.symbol,
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
    openInterestMax: market.openInterestMax,
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

/** A small exchange with one holder, in which an order is really placed. */
export class Sandbox {
  readonly venue: Venue = createVenue()
  readonly state: DerivativeState = createDerivativeState()
  /** The brackets that the order bears which stands already; null for those in force. */
  readonly #keeps: number | null

  constructor(
    markets: readonly PreviewMarket[],
    { available, perpetualHold, positions, resting }: PreviewHolder,
    asked: Pick<PreviewAsk, 'market' | 'standing'> | null = null,
  ) {
    const { venue, state } = this
    const standing = asked?.standing
    venue.currencies.push({ id: usdt, code: 'USDT', scale: 6 })
    venue.ledger.openCurrency(usdt)
    venue.ledger.openHolder(holder)
    venue.holders.set(holder, {
      realm: 'demo',
      disabled: false,
      realName: 'approved',
      country: '',
      restrained: false,
      suspended: false,
      staff: false,
    })
    markets.forEach((market, id) => {
      const listing = listingOf(market, id)
      openListing(venue, listing)
      openDerivative(state, derivativeFor(market, listing))
      const { markTenths: indexTenths, markDecides } = market
      venue.marks.set(id, { time: now, indexTenths, dispersionTenths: 0, sources: markDecides ? 9 : 0, kind: 'live' })
    })
    for (const { market, brackets } of positions) if (brackets) versionOf(state, market, brackets)
    this.#keeps = asked && standing?.brackets ? versionOf(state, asked.market, standing.brackets) : null
    state.terms.forEach((terms, id) => terms && enforceBrackets(state, id, terms.brackets))
    const account = accountOf(state, venue, holder)
    let frozen = perpetualHold
    const first = state.nextOrder
    account.perpetualHold = perpetualHold
    for (const kept of positions) {
      frozen += kept.margin
      const { market, brackets } = kept
      const version = brackets ? versionOf(state, market, brackets) : listingBrackets(state, market).versions.length
      admitPosition(state, account, positionFrom(kept, state.nextOrder++, version))
    }
    for (const order of resting) admitOrder(state, account, orderFrom(order, state.nextOrder++))
    markets.forEach(({ reach }, id) => {
      const own = state.reach.demo[id] ?? { long: 0, short: 0 }
      state.reach.demo[id] = { long: Math.max(own.long, reach.long), short: Math.max(own.short, reach.short) }
    })
    venue.ledger.restore(holder, 'contract', usdt, { posted: available + frozen, frozen })
    venue.ledger.restore(houseHolder('demo', 'insurance'), 'coin', usdt, { posted: 1n, frozen: 0n })
    // a ticket has the number of the order that fills it
    if (standing && standing.ticket !== null) state.nextOrder = first + standing.ticket
  }

  /** Puts the levels that are shown where the house stands. */
  stand(market: number, side: Side, depth: PreviewDepth): void {
    const levels = { price: [...depth.price], quantity: [...depth.quantity] }
    this.state.ladders.demo[market] =
      side === 'buy' ? { ...emptyLadder(), sell: levels } : { ...emptyLadder(), buy: levels }
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
    if (event.type === 'derivativeOrderAccepted' && this.#keeps !== null) {
      openOrder(this.state, event.order).bracketVersion = this.#keeps
    }
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

// it stands in no book, so that it meets nothing: it counts for the caps alone
function orderFrom({ market, product, side, lots, multiple }: PreviewResting, id: number): DerivativeOrder {
  return {
    id,
    holder,
    listing: market,
    product,
    position: product === 'contract' ? 'ticket' : 'cross',
    purpose: 'open',
    closes: 0,
    side,
    kind: 'limit',
    timeInForce: 'GTC',
    price: 1,
    lots,
    filled: 0,
    quoteFilled: 0n,
    feeScaled: 0n,
    feePaid: 0n,
    realised: 0n,
    multiple,
    reduceOnly: false,
    hold: 0n,
    heldPrice: 0,
    feeRateMaker: 0,
    feeRateTaker: 0,
    bracketVersion: 1,
    stopLoss: 0,
    takeProfit: 0,
    acceptedAt: now,
    updatedAt: now,
    made: false,
    took: false,
    slot: noSlot,
    arrival: 0,
    isCloser: false,
  }
}
