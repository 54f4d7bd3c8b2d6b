import { decode, encode } from '@truemark/core/codec/codec'
import { lastMark } from '@truemark/core/derivative/worth'
import { holderName } from '@truemark/core/ledger/holders'
import type { LiquidationEvent } from '@truemark/core/liquidation/event'
import { reckonAnew, reckoningOf } from '@truemark/core/liquidation/reckoning'
import { isLiquidatable } from '@truemark/core/margin/brackets'
import { realisedOf } from '@truemark/core/margin/position'
import { hasPassed, passingOf } from '@truemark/core/trigger/target'
import type { State } from '@truemark/core/state'
import { type Event, eventCodec } from '@truemark/core/vocabulary'
import { differing } from './differing.ts'

type EventOf<T extends LiquidationEvent['type']> = Extract<LiquidationEvent, { type: T }>
type TakenOver = Extract<Event, { type: 'positionTakenOver' }>

const tenthsPerTick = 10n

/**
 * Judges anew what was closed without its owner's act, at the state before it: whether the mark had passed the price that
 * was set; whether equity, from the account's own balance, costs and brackets, was below maintenance. As `optionFault`.
 */
export class LiquidationFacts {
  #started: EventOf<'liquidationStarted'> | null = null

  fault(state: State, event: Event): string | null {
    const started = this.#started
    this.#started = event.type === 'liquidationStarted' ? event : null
    switch (event.type) {
      case 'positionTriggered':
        return triggerFault(state, event)
      case 'liquidationStarted':
        return startFault(state, event)
      case 'liquidationReckoned':
        return started === null
          ? `the reckoning of ${nameOf(event)}: no liquidation stands before it`
          : reckoningFault(state, started, event)
      case 'positionTakenOver':
        return takeoverFault(state, event)
      default:
        return null
    }
  }
}

function nameOf({ position, holder }: Pick<EventOf<'liquidationStarted'>, 'position' | 'holder'>): string {
  return position === 0 ? `the cross account of holder ${holderName(holder)}` : `position ${position}`
}

function triggerFault({ derivative }: State, event: EventOf<'positionTriggered'>): string | null {
  const where = `the trigger of position ${event.position}`
  const position = derivative.positions.get(event.position)
  if (position === undefined) return `${where}: it is not open`
  const { holder, listing, kind, side, stopLoss, takeProfit } = position
  const price = event.cause === 'stop_loss' ? stopLoss : takeProfit
  if (!hasPassed(passingOf(side, event.cause), BigInt(price) * tenthsPerTick, BigInt(event.indexTenths)))
    return `${where}, indexTenths: the mark ${event.indexTenths} had not passed the price`
  return differing(where, event, { holder, listing, kind, price })
}

function startFault(state: State, event: EventOf<'liquidationStarted'>): string | null {
  const where = `the liquidation of ${nameOf(event)}`
  if (!isLiquidatable(event.equity, event.maintenance)) return `${where}, equity: it was not below maintenance`
  const account = state.derivative.accounts.get(event.holder)
  const held = [...(account?.positions.values() ?? [])].filter(({ id, kind }) =>
    event.position === 0 ? kind === 'cross' : id === event.position,
  )
  const counted = new Map(event.positions.map((one) => [one.position, one]))
  for (const { id, listing, lots } of held) {
    const one = counted.get(id)
    counted.delete(id)
    if (one === undefined) return `${where}, positions: position ${id} was not counted`
    const fault = differing(`${where}, position ${id}`, one, { listing, lots })
    if (fault !== null) return fault
  }
  const [other] = counted.keys()
  if (other !== undefined) return `${where}, positions: position ${other} is not of it`
  return figuresFault(where, reckoningOf(state.derivative, state.venue, event), event)
}

/** Whether the figures of a liquidation follow from what was held and from its positions at their marks. */
function figuresFault(
  where: string,
  facts: EventOf<'liquidationReckoned'>,
  told: Pick<EventOf<'liquidationStarted'>, 'equity' | 'maintenance' | 'positions'>,
): string | null {
  const balance = facts.held + (facts.position === 0 ? facts.available : 0n)
  const anew = reckonAnew({ balance, positions: facts.positions })
  if (anew === null) return `${where}, brackets: they are no scale`
  const { equity, maintenance } = anew
  const positions = anew.positions.map((figures, place) => ({ ...told.positions[place], ...figures }))
  return differing(where, { ...told }, { positions, equity, maintenance })
}

function reckoningFault(
  state: State,
  started: EventOf<'liquidationStarted'>,
  event: EventOf<'liquidationReckoned'>,
): string | null {
  const where = `the reckoning of ${nameOf(event)}`
  const found = reckoningOf(state.derivative, state.venue, started)
  // when a mark was heard, and from how many, stands in the row alone
  const positions = found.positions.map((one, place) => {
    const { indexTime, sources } = event.positions[place] ?? one
    return { ...one, indexTime, sources }
  })
  // as a row would have it: what is derived of a bracket is not written
  const written = decode(eventCodec, encode(eventCodec, { ...found, positions }))
  const other = differing(where, event, { ...written })
  if (other !== null) return other
  return figuresFault(where, event, event)
}

function takeoverFault({ derivative, venue }: State, event: TakenOver): string | null {
  const where = `the take-over of position ${event.position}`
  const position = derivative.positions.get(event.position)
  if (position === undefined) return `${where}: it is not open`
  const { holder, listing, kind, side, lots, cost, margin } = position
  const realised = realisedOf({ side, cost }, event.proceeds)
  const own = { holder, listing, kind, side, lots, cost, realised, marginChange: -margin }
  // a mark that was not told stands for the last second
  const isRecorded = event.indexTime > 0 || event.indexTenths === lastMark(venue, listing)
  return isRecorded ? differing(where, event, own) : `${where}, indexTenths: it is not the last second`
}
