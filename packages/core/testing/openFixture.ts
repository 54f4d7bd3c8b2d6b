import { noSlot } from '../book/book.ts'
import { emptyLadder } from '../book/ladder.ts'
import type { PlaceAsk } from '../derivative/ask.ts'
import { accountOf, admitPosition } from '../derivative/keep.ts'
import { derivativeOf, type DerivativeOrder, type Position } from '../derivative/state.ts'
import type { HolderId } from '../ledger/holders.ts'
import { MarginFixture } from './marginFixture.ts'

/** A market of which a test says what is open, and what its holders have, to the unit. */
export class OpenFixture extends MarginFixture {
  /** What a holder's contract account has: what is available, what its cross positions hold, and what else is held. */
  has(holder: HolderId, { available = 0n, held = 0n, frozen = 0n }): void {
    const { venue, derivative } = this.state
    accountOf(derivative, venue, holder).perpetualHold = held
    const all = held + frozen
    venue.ledger.restore(holder, 'contract', 0, { posted: available + all, frozen: all })
  }

  /** A mark that is heard now and that nobody acts on: nothing is filled, closed or liquidated at it. */
  marked(indexTenths: number, listing = 0): void {
    const { marks } = this.state.venue
    marks.set(listing, { time: this.now, indexTenths, dispersionTenths: 0, sources: 4, kind: 'simulated' })
  }

  /** Levels at which the house stands on a side, best first, in ticks and hundredths of a lot. */
  levels(side: 'buy' | 'sell', levels: readonly (readonly [price: number, lots: number])[]): void {
    const of = { price: levels.map(([price]) => price), quantity: levels.map(([, lots]) => lots) }
    this.state.derivative.ladders.demo[0] = { ...emptyLadder(), [side]: of }
  }

  /** What an order asks, as it is given: without more one of a perpetual that buys ten hundredths of a lot or nothing. */
  asks(holder: HolderId, more: Partial<PlaceAsk>): PlaceAsk {
    const { venue, derivative } = this.state
    return {
      floor: { realm: 'demo', listing: venue.listings[0], derivative: derivativeOf(derivative, 0) },
      holder,
      product: more.position === 'ticket' ? 'contract' : 'perpetual',
      position: 'cross',
      side: 'buy',
      kind: 'limit',
      timeInForce: 'FOK',
      price: 100_000,
      lots: 10,
      multiple: 10,
      reduceOnly: false,
      feeRateMaker: 200_000,
      feeRateTaker: 500_000,
      stopLoss: null,
      takeProfit: null,
      ...more,
    }
  }

  /** Opens a position as it is given: without more a ticket of ten hundredths of a lot that cost 100 USDT. */
  opened(holder: HolderId, more: Partial<Position>): Position {
    const { venue, derivative } = this.state
    const position: Position = {
      id: derivative.nextOrder++,
      holder,
      listing: 0,
      kind: 'ticket',
      side: 'long',
      lots: 10,
      cost: 100_000_000n,
      margin: 0n,
      multiple: 10,
      bracketVersion: 1,
      stopLoss: 0,
      takeProfit: 0,
      triggered: 'none',
      feePaid: 0n,
      realised: 0n,
      funding: 0n,
      lotsClosed: 0,
      proceeds: 0n,
      openedAt: this.now,
      updatedAt: this.now,
      origin: null,
      ...more,
    }
    admitPosition(derivative, accountOf(derivative, venue, holder), position)
    return position
  }

  /** An order as it is given, which is not open: without more one at the market that buys ten hundredths of a lot. */
  order(holder: HolderId, more: Partial<DerivativeOrder>): DerivativeOrder {
    return {
      id: this.state.derivative.nextOrder,
      holder,
      listing: 0,
      product: more.position === 'ticket' ? 'contract' : 'perpetual',
      position: 'cross',
      purpose: 'open',
      closes: 0,
      side: 'buy',
      kind: 'market',
      timeInForce: 'IOC',
      price: 0,
      lots: 10,
      filled: 0,
      quoteFilled: 0n,
      feeScaled: 0n,
      feePaid: 0n,
      realised: 0n,
      multiple: 10,
      reduceOnly: false,
      hold: 0n,
      heldPrice: 0,
      feeRateMaker: 200_000,
      feeRateTaker: 500_000,
      bracketVersion: 1,
      stopLoss: 0,
      takeProfit: 0,
      acceptedAt: this.now,
      updatedAt: this.now,
      made: false,
      took: false,
      slot: noSlot,
      arrival: 0,
      isCloser: false,
      ...more,
    }
  }
}
