import { kindCodec, sideCodec, timeInForceCodec } from '../book/orderWords.ts'
import { big, holderId, nullable, struct, text, u53, union, type Of } from '../codec/codec.ts'
import { targetCodec } from '../derivative/command.ts'

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
  /** Closes a ticket at the market: so many lots, or (0) all of them. */
  closeContract: [44, struct({ holder: holderId, order: u53, lots: u53, fault: text })],
  addContractMargin: [45, struct({ holder: holderId, order: u53, amount: big, fault: text })],
  cancelContractOrder: [46, struct({ holder: holderId, order: u53 })],
  /** Cancels what rests, of one symbol or ('') of all. */
  cancelAllContractOrders: [47, struct({ holder: holderId, symbol: text })],
  /** Closes all tickets at the market and cancels what rests, of one symbol or ('') of all. */
  closeAllContracts: [48, struct({ holder: holderId, symbol: text })],
} as const

const commandCodec = union(contractCommands)
export type ContractCommand = Of<typeof commandCodec>
export type ContractCommandOf<T extends ContractCommand['type']> = Extract<ContractCommand, { type: T }>
