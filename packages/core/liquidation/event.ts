import { big, holderId, list, oneOf, struct, u53, union, type Of } from '../codec/codec.ts'
import { bracketTermsCodec } from '../derivative/terms.ts'
import { positionKindCodec, positionSideCodec, realmCodec } from '../derivative/words.ts'

const evidence = {
  /** The mark that decided, in tenths of a tick, and when the engine heard it. */
  indexTenths: u53,
  indexTime: u53,
} as const

/** Which of a position's two prices was passed. */
export const triggerCauses = ['stop_loss', 'take_profit'] as const
export type TriggerCause = (typeof triggerCauses)[number]

/** Why positions were closed without their owner's act; with the marks that decided. Amounts in units of USDT. */
export const liquidationEvents = {
  /** The mark has passed a position's stop-loss or take-profit: from now on it is being closed. */
  positionTriggered: [
    63,
    struct({
      position: u53,
      realm: realmCodec,
      holder: holderId,
      listing: u53,
      kind: positionKindCodec,
      cause: oneOf(triggerCauses),
      /** The price that was set, in ticks, and the mark before, in tenths of a tick. */
      price: u53,
      previousTenths: u53,
      ...evidence,
    }),
  ],
  /**
   * Equity has fallen below maintenance: of one position on its own margin, or of a whole cross account (`position` 0).
   * Its open orders are cancelled next; then it is looked at again.
   */
  liquidationStarted: [
    64,
    struct({
      position: u53,
      realm: realmCodec,
      holder: holderId,
      listing: u53,
      equity: big,
      maintenance: big,
      /** Each position that counted, at its mark. */
      positions: list(
        struct({ position: u53, listing: u53, lots: u53, indexTenths: u53, profit: big, maintenance: big }),
      ),
      ...evidence,
    }),
  ],
  /**
   * What is below its maintenance is taken over by the house from `until` on, and before that once the marks of all that is
   * open are young enough for the house to trade on: that of this listing is not.
   */
  takeoverWaits: [222, struct({ realm: realmCodec, holder: holderId, listing: u53, until: u53, ...evidence })],
  /**
   * What a liquidation was decided by, so that its owner can reckon it anew: stands right behind its start. Its balance
   * is `available` and `held` of a cross account, and `held`, its margin, of a position on its own; what open orders
   * hold never counts.
   */
  liquidationReckoned: [
    164,
    struct({
      position: u53,
      realm: realmCodec,
      holder: holderId,
      available: big,
      held: big,
      heldByOrders: big,
      equity: big,
      maintenance: big,
      positions: list(
        struct({
          position: u53,
          listing: u53,
          kind: positionKindCodec,
          side: positionSideCodec,
          lots: u53,
          /** The holder's lots in the listing, all positions and both sides added up: they choose the bracket. */
          whole: u53,
          cost: big,
          indexTenths: u53,
          indexTime: u53,
          sources: u53,
          /** What a hundredth of a lot is worth at a tenth of a tick. */
          quotePerTenthLot: u53,
          bracketVersion: u53,
          brackets: list(bracketTermsCodec),
          profit: big,
          maintenance: big,
        }),
      ),
    }),
  ],
} as const

const eventCodec = union(liquidationEvents)
export type LiquidationEvent = Of<typeof eventCodec>
