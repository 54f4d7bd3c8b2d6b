import { houseHolder, type HolderId } from '../ledger/holders.ts'
import type { Entry, Hold, Move } from '../ledger/move.ts'
import { usdt } from '../money/units.ts'
import type { FundingEvent, FundingPaid } from './event.ts'

/** The ledger moves of a funding event, from the event alone: what positions pay goes to `liquidity`, and back. */
export function fundingMoves(event: FundingEvent): Move[] {
  return event.type === 'fundingPaid' ? paidMoves(event) : []
}

function entry(holder: HolderId, account: 'coin' | 'contract', amount: bigint): Entry {
  return { kind: 'entry', holder, account, currency: usdt, amount, category: 'transaction_fee' }
}

function paidMoves(event: FundingPaid): Move[] {
  const moves: Move[] = []
  for (const { holder, amount, marginChange, perpetualChange } of event.lines) {
    if (amount !== 0n) moves.push(entry(holder, 'contract', amount))
    pushHold(moves, holder, marginChange, 'isolated_margin')
    pushHold(moves, holder, perpetualChange, 'perpetual_margin')
  }
  if (event.insurance !== 0n) moves.push(entry(houseHolder(event.realm, 'insurance'), 'coin', -event.insurance))
  if (event.liquidity !== 0n) moves.push(entry(houseHolder(event.realm, 'liquidity'), 'coin', event.liquidity))
  return moves
}

function pushHold(moves: Move[], holder: HolderId, amount: bigint, hold: Hold['hold']): void {
  if (amount !== 0n) moves.push({ kind: 'hold', holder, account: 'contract', currency: usdt, amount, hold })
}
