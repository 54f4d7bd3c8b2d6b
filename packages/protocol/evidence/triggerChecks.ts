import { parseDecimal } from '@truemark/core/money/decimal'
import { hasPassed, passingOf } from '@truemark/core/trigger/target'
import type { TriggerEvidence } from '../routes/evidence.ts'

const priceScale = 12

export interface TriggerCheck {
  readonly name: 'passed' | 'before' | 'order'
  /** Null where what it needs is not there. */
  readonly holds: boolean | null
}

/**
 * Judges anew whether a mark had to fire a stop-loss or take-profit, by the engine's own rule: the mark has passed the
 * price, the mark before had not, and what closed it came no earlier. One that was set where the mark had passed it
 * already is late: of the mark before nothing can be told then.
 */
export function triggerChecks(found: TriggerEvidence): TriggerCheck[] {
  const passing = passingOf(found.position, found.cause)
  const target = parseDecimal(found.target, priceScale)
  const mark = parseDecimal(found.mark, priceScale)
  const previous = found.previous_mark === null ? null : parseDecimal(found.previous_mark, priceScale)
  if (target === null || mark === null) return [{ name: 'passed', holds: false }]
  const wasBefore = previous === null ? null : !hasPassed(passing, target, previous)
  return [
    { name: 'passed', holds: hasPassed(passing, target, mark) },
    { name: 'before', holds: wasBefore === true ? true : null },
    { name: 'order', holds: found.mark_time <= found.time && found.time <= (found.closed ?? found.time) },
  ]
}
