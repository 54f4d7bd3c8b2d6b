import { big, holderId, nullable, struct, text, u53, type UnionOf } from '../codec/codec.ts'
import { kindCodec, sideCodec, timeInForceCodec } from './order.ts'

/**
 * What a user may ask of spot. A field that could not be read travels as `fault`, the reason that the engine gives
 * once the checks before it have passed; the field itself is then 0.
 */
export const spotOrderCommands = {
  placeSpotOrder: [
    20,
    struct({
      holder: holderId,
      /** The symbol's code as the user wrote it. */
      symbol: text,
      side: sideCodec,
      kind: kindCodec,
      timeInForce: timeInForceCodec,
      price: u53,
      quantity: u53,
      /** What a market buy may spend in quote units instead of a quantity; 0 where the quantity counts. */
      budget: big,
      fault: text,
    }),
  ],
  amendSpotOrder: [
    21,
    struct({
      holder: holderId,
      order: u53,
      /** The new limit in ticks, or null to keep it. */
      price: nullable(u53),
      /** The new whole quantity in steps, what is filled included, or null to keep it. */
      quantity: nullable(u53),
      fault: text,
    }),
  ],
  cancelSpotOrder: [22, struct({ holder: holderId, order: u53 })],
} as const

export const spotCommands = {
  /** Cancels all open orders of a holder, of one symbol or ('' ) of all. */
  cancelAllSpotOrders: [23, struct({ holder: holderId, symbol: text })],
} as const

/** Of these there are most: the dispatch runs them by the shortest way. */
export type SpotOrderCommand = UnionOf<typeof spotOrderCommands>
export type PlaceSpotOrder = Extract<SpotOrderCommand, { type: 'placeSpotOrder' }>
export type AmendSpotOrder = Extract<SpotOrderCommand, { type: 'amendSpotOrder' }>

/** Whether a command is about one spot order: of these there are most. */
export function isSpotOrderCommand(command: { readonly type: string }): command is SpotOrderCommand {
  const { type } = command
  return type === 'placeSpotOrder' || type === 'cancelSpotOrder' || type === 'amendSpotOrder'
}
