import type { Reply, Query } from './answer.ts'
import type { DerivativeEvent } from './derivative/event.ts'
import type { Result } from './result/result.ts'
import { derivativeQueries } from './derivative/view.ts'
import { rejected } from './result/result.ts'
import type { State } from './state.ts'
import type { Command, Event } from './vocabulary.ts'

/** The commands of contracts and perpetuals: they run in steps, each evolved before the next is decided. */
export const leveragedCommands = [
  'configureDerivative',
  'placeContractOrder',
  'setContractTargets',
  'closeContract',
  'addContractMargin',
  'cancelContractOrder',
  'cancelAllContractOrders',
  'closeAllContracts',
  'setPerpetual',
  'placePerpetualOrder',
  'cancelPerpetualOrder',
  'cancelAllPerpetualOrders',
  'closePerpetual',
  'closeAllPerpetual',
  'setPerpetualTargets',
  'addPerpetualMargin',
] as const satisfies readonly Command['type'][]
export type LeveragedCommand = Extract<Command, { type: (typeof leveragedCommands)[number] }>

const leveraged = new Set<string>(leveragedCommands)

export function isLeveraged(command: Command): command is LeveragedCommand {
  return leveraged.has(command.type)
}

/** Starts a command of contracts or perpetuals: refuses it, or gives its steps. */
export function startLeveraged(
  _state: State,
  _command: LeveragedCommand,
  _now: number,
): Result<Iterable<readonly DerivativeEvent[]>> {
  return rejected('product_off')
}

export const derivativeEventTypes = [
  'derivativeConfigured',
  'derivativeOrderAccepted',
  'derivativeTraded',
  'derivativeOrderRested',
  'derivativeOrderCut',
  'derivativeOrderClosed',
  'targetsSet',
  'marginAdded',
  'perpetualSet',
  'marginHeld',
  'positionMarked',
  'positionTakenOver',
] as const satisfies readonly DerivativeEvent['type'][]

const derivative = new Set<string>(derivativeEventTypes)

export function isDerivative(event: Event): event is DerivativeEvent {
  return derivative.has(event.type)
}

export type LeveragedQuery = Extract<Query, { type: keyof typeof derivativeQueries }>

export function isLeveragedQuery(ask: Query): ask is LeveragedQuery {
  return ask.type in derivativeQueries
}

/** Answers a question about contracts and perpetuals. */
export function queryLeveraged(_state: State, _ask: LeveragedQuery, _now: number): Reply {
  throw new RangeError('not built yet')
}
