import { kindCodec, sideCodec, timeInForceCodec } from '../book/orderWords.ts'
import { big, bool, holderId, nullable, struct, text, u53, type UnionOf } from '../codec/codec.ts'
import { targetCodec } from '../derivative/command.ts'
import { marginModeCodec } from '../derivative/words.ts'

/**
 * What a user may ask of contracts. A field that could not be read travels as `fault`, the reason that the engine
 * gives once the checks before it have passed. Prices in ticks, lots in hundredths, amounts in units of USDT.
 */
export const contractCommands = {
  placeContractOrder: [
    42,
    struct({
      holder: holderId,
      symbol: text,
      side: sideCodec,
      kind: kindCodec,
      timeInForce: timeInForceCodec,
      /** The limit; 0 for a market order. */
      price: u53,
      lots: u53,
      multiple: u53,
      /** Null for none; 0 is refused. */
      stopLoss: nullable(u53),
      takeProfit: nullable(u53),
      fault: text,
    }),
  ],
  setContractTargets: [
    43,
    struct({ holder: holderId, order: u53, stopLoss: targetCodec, takeProfit: targetCodec, fault: text }),
  ],
  /** Changes the resting order of a ticket: its limit and whole quantity, null to keep, and its targets beside. */
  amendContractOrder: [
    170,
    struct({
      holder: holderId,
      order: u53,
      price: nullable(u53),
      lots: nullable(u53),
      stopLoss: targetCodec,
      takeProfit: targetCodec,
      fault: text,
    }),
  ],
  /** Closes a ticket at the market: a number of lots, or (0) all of them. */
  closeContract: [44, struct({ holder: holderId, order: u53, lots: u53, fault: text })],
  addContractMargin: [45, struct({ holder: holderId, order: u53, amount: big, fault: text })],
  cancelContractOrder: [46, struct({ holder: holderId, order: u53 })],
  /** Cancels what rests, of one symbol or ('') of all. */
  cancelAllContractOrders: [47, struct({ holder: holderId, symbol: text })],
  /** Closes all tickets at the market and cancels what rests, of one symbol or ('') of all. */
  closeAllContracts: [48, struct({ holder: holderId, symbol: text })],
} as const

const perpetualOrder = {
  holder: holderId,
  symbol: text,
  side: sideCodec,
  kind: kindCodec,
  timeInForce: timeInForceCodec,
  price: u53,
  lots: u53,
  reduceOnly: bool,
  /** For the position that its opening fills open or increase; null leaves what stands. */
  stopLoss: nullable(u53),
  takeProfit: nullable(u53),
  fault: text,
}

/** What a user may ask of perpetuals; see {@link contractCommands} for `fault` and the units. */
export const perpetualCommands = {
  /** Mode and multiple of a symbol, while it is flat and has no open orders. */
  setPerpetual: [50, struct({ holder: holderId, symbol: text, mode: marginModeCodec, multiple: u53, fault: text })],
  placePerpetualOrder: [51, struct(perpetualOrder)],
  /** The same of who was shown how the symbol is margined: refused where it is another way by now. */
  placePerpetualShown: [216, struct({ ...perpetualOrder, modeShown: marginModeCodec, multipleShown: u53 })],
  /** Changes a resting order: its limit and whole quantity, what is filled included; null to keep. */
  amendPerpetualOrder: [
    171,
    struct({ holder: holderId, order: u53, price: nullable(u53), lots: nullable(u53), fault: text }),
  ],
  cancelPerpetualOrder: [52, struct({ holder: holderId, order: u53 })],
  cancelAllPerpetualOrders: [53, struct({ holder: holderId, symbol: text })],
  /** Closes a position at the market: a number of lots, or (0) all of them. */
  closePerpetual: [54, struct({ holder: holderId, position: u53, lots: u53, fault: text })],
  /** Cancels all open orders and closes all positions at the market, of one symbol or ('') of all. */
  closeAllPerpetual: [55, struct({ holder: holderId, symbol: text })],
  setPerpetualTargets: [
    56,
    struct({ holder: holderId, position: u53, stopLoss: targetCodec, takeProfit: targetCodec, fault: text }),
  ],
  /** Adds to the margin of an isolated position. */
  addPerpetualMargin: [57, struct({ holder: holderId, position: u53, amount: big, fault: text })],
} as const

export type LeverageCommand = UnionOf<typeof contractCommands> | UnionOf<typeof perpetualCommands>
export type LeverageCommandOf<T extends LeverageCommand['type']> = Extract<LeverageCommand, { type: T }>
