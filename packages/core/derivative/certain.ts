import type { HolderId } from '../ledger/holders.ts'
import type { Venue } from '../book/venue.ts'
import { initialOf } from '../margin/brackets.ts'
import { maintenanceShare } from '../margin/exposure.ts'
import { signOf } from '../margin/position.ts'
import { crossFigures, maintenanceWith, ownEquity, wholeLots } from './account.ts'
import { settle, solvent } from './effect.ts'
import { bestCounter, counters, fillsMax } from './matching.ts'
import { limitHold, quoteOfFirst, type PlannedFill } from './need.ts'
import type { PlaceAsk } from './ask.ts'
import { fillableLots } from './caps.ts'
import { lostOf } from './orders.ts'
import { bracketsOfVersion, bracketVersionInForce } from './bracketVersions.ts'
import type { DerivativeState } from './state.ts'
import { feeOf, lastMark, opens, quoteAt, worthOf } from './worth.ts'

/**
 * Whether all of a fill-or-kill order is certain to fill: of what stands against it only that is counted which no
 * earlier fill of the same walk could take away, so that the order, once it trades, trades whole.
 */
export function certainFill(
  state: DerivativeState,
  venue: Venue,
  ask: PlaceAsk,
  limit: number,
  now: number,
): 'whole' | 'short' | 'fills_max' {
  const { derivative, realm } = ask.floor
  const net = state.accounts.get(ask.holder)?.perpetual.get(derivative.listing)
  if (ask.reduceOnly && (net?.lots ?? 0) < ask.lots) return 'short'
  const met = new Set<HolderId>()
  const fills: PlannedFill[] = []
  let left = ask.lots
  let steps = 0
  let opened = 0
  for (const { maker, price, lots: there } of counters(state, venue, derivative, realm, ask.side, now)) {
    if (left === 0 || (ask.side === 'buy' ? price > limit : price < limit)) break
    if (maker?.holder === ask.holder) {
      if (ask.reduceOnly) continue
      break
    }
    if (steps++ === fillsMax) return 'fills_max'
    const lots = Math.min(left, there)
    if (maker) {
      // what a holder's first fill does to its others is not known before it has been evolved
      if (met.has(maker.holder)) continue
      met.add(maker.holder)
      if (lostOf(state, venue, maker)) continue
      if (fillableLots(state, venue, maker, lots, now, opened) < lots) continue
      if (!settle(state, venue, maker, { price, lots, feeRate: maker.feeRateMaker, fresh: state.nextOrder }, now).ok) {
        continue
      }
      opened += lots
    }
    fills.push({ price, lots })
    left -= lots
  }
  return left === 0 && takerSound(state, venue, ask, fills, now) ? 'whole' : 'short'
}

// what a fill adds to equity less maintenance only ever falls along a walk, so that its end decides for all of it
function takerSound(
  state: DerivativeState,
  venue: Venue,
  ask: PlaceAsk,
  fills: readonly PlannedFill[],
  now: number,
): boolean {
  const { derivative } = ask.floor
  const markTenths = lastMark(venue, derivative.listing)
  const side = opens(ask.side)
  const quote = fills.reduce((sum, fill) => sum + quoteAt(derivative, fill.price, fill.lots), 0n)
  const fee = feeOf(quote * BigInt(ask.feeRateTaker))
  const net =
    ask.product === 'perpetual' ? state.accounts.get(ask.holder)?.perpetual.get(derivative.listing) : undefined
  const closing = net && net.side !== side ? Math.min(net.lots, ask.lots) : 0
  const cross = crossFigures(state, venue, ask.holder, now)
  if (net && closing > 0) {
    const equity = net.kind === 'cross' ? cross.net : ownEquity(state, net, markTenths)
    const worst = fills[fills.length - 1].price
    if (!solvent(derivative, net, closing, worst, markTenths, equity)) return false
  }
  const opened = ask.lots - closing
  if (opened === 0) return true
  const whole = wholeLots(state, ask.holder, derivative.listing) + opened - closing
  const unit = worthOf(derivative, 1, markTenths)
  const costOpened = quote - quoteOfFirst(derivative, fills, closing)
  const grown = net && closing === 0 ? net : null
  const lots = opened + (grown?.lots ?? 0)
  const inForce = { listing: derivative.listing, bracketVersion: bracketVersionInForce(state, derivative.listing) }
  const maintenance = maintenanceShare(bracketsOfVersion(state, inForce), lots, whole, unit)
  const sign = signOf(side)
  if (ask.position === 'cross') {
    const before = net ? maintenanceShare(bracketsOfVersion(state, net), net.lots, whole - opened + closing, unit) : 0n
    const equity = cross.net + sign * (worthOf(derivative, ask.lots, markTenths) - quote) - fee
    return equity >= cross.maintenance - before + maintenance
  }
  const spent = mostSpent(state, venue, ask, initialOf(costOpened, ask.multiple) + fee, now)
  const required = maintenanceWith(state, cross, ask.holder, derivative.listing, { whole, markTenths })
  if (cross.maintenance > 0n && cross.net - spent < required) return false
  const margin = initialOf(costOpened, ask.multiple) + (grown?.margin ?? 0n)
  const profit = sign * (worthOf(derivative, lots, markTenths) - costOpened - (grown?.cost ?? 0n))
  return margin + profit >= maintenance
}

// what is held of a limit for its rest is as far from the cross account as what it has spent: never less than all of it
function mostSpent(state: DerivativeState, venue: Venue, ask: PlaceAsk, spent: bigint, now: number): bigint {
  if (ask.kind === 'market') return spent
  const heldPrice = heldPriceOf(state, venue, ask, now)
  return limitHold(ask.floor.derivative, ask.lots, heldPrice, ask.multiple, ask.feeRateTaker)
}

/** The price at which an opening limit is held: a short may fill as high as the best bid; 0 of a market order. */
export function heldPriceOf(state: DerivativeState, venue: Venue, ask: PlaceAsk, now: number): number {
  if (ask.kind === 'market') return 0
  if (ask.side === 'buy') return ask.price
  const counter = bestCounter(state, venue, ask.floor.derivative, ask.floor.realm, ask.side, now)
  return Math.max(ask.price, counter?.price ?? 0)
}
