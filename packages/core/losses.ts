import type { State } from './state.ts'
import { movesOf } from './moves.ts'
import type { Event } from './vocabulary.ts'

/**
 * Notes what a fact of leveraged trading or options brought or cost those who bound themselves: profits, losses, fees and
 * funding as they are posted to the contract and option accounts. Nobody's, where nobody has.
 */
export function noteLosses({ venue }: State, event: Event, now: number): void {
  const { restraints } = venue
  if (restraints.isEmpty) return
  for (const move of movesOf(event)) {
    if (move.kind === 'entry' && move.account !== 'coin') restraints.note(move.holder, move.amount, now)
  }
}
