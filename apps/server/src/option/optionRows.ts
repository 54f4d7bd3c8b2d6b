import type { Event } from '@truemark/core/vocabulary'
import type { OptionEventOf } from '@truemark/core/option/event'
import type { Fact } from '../engine/door.ts'

export interface Placed extends OptionEventOf<'optionPlaced'> {
  readonly acceptedAt: number
}

/** An entry of a range of orders; those that had ended before it are not among them. */
export interface Entered extends OptionEventOf<'optionsEntered'> {
  readonly ended: readonly number[]
}

/** How an order ended. */
export interface Ended {
  readonly event: OptionEventOf<'optionSettled'> | OptionEventOf<'optionVoided'>
  readonly time: number
}

export type ExitFact =
  | OptionEventOf<'optionExitFixed'>
  | OptionEventOf<'optionExitMissing'>
  | OptionEventOf<'optionExitRebuilt'>
  | OptionEventOf<'optionExitLost'>

/** What facts do to the tables of options. */
export interface OptionRows {
  readonly placed: readonly Placed[]
  readonly entered: readonly Entered[]
  readonly ended: readonly Ended[]
  readonly exits: readonly ExitFact[]
}

/** Sorts facts, in order, into what is to be written. */
export function optionRowsOf(facts: readonly Fact<Event>[]): OptionRows {
  const placed: Placed[] = []
  const entered: Entered[] = []
  const ended: Ended[] = []
  const exits: ExitFact[] = []
  for (const { event, time } of facts) {
    switch (event.type) {
      case 'optionPlaced':
        placed.push({ ...event, acceptedAt: time })
        break
      case 'optionsEntered':
        entered.push({ ...event, ended: endedWithin(ended, event) })
        break
      case 'optionExitFixed':
      case 'optionExitMissing':
      case 'optionExitRebuilt':
      case 'optionExitLost':
        exits.push(event)
        break
      case 'optionSettled':
      case 'optionVoided':
        ended.push({ event, time })
        break
      default:
    }
  }
  return { placed, entered, ended, exits }
}

function endedWithin(ended: readonly Ended[], { first, last }: OptionEventOf<'optionsEntered'>): number[] {
  return ended.map(({ event }) => event.order).filter((order) => order >= first && order <= last)
}
