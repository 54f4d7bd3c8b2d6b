import { big, holderId, struct, u53, union, type Of } from '../codec/codec.ts'
import { ieoTermsCodec } from './terms.ts'

/** What can happen to launches. Amounts in smallest units, quantities in passes, times in UTC ms. */
export const ieoEvents = {
  ieoLaunched: [120, struct({ project: u53, terms: ieoTermsCodec })],
  /** `amount` of USDT is frozen for `applied` passes. */
  ieoSubscribed: [121, struct({ subscription: u53, holder: holderId, project: u53, applied: u53, amount: big })],
  /** The window ended with this number of passes applied for: what each gets follows from it. */
  ieoWindowEnded: [122, struct({ project: u53, applied: u53 })],
  /** `amount` is freed; `cost` of it is paid for `passes`. */
  ieoAllotted: [
    123,
    struct({
      subscription: u53,
      holder: holderId,
      project: u53,
      applied: u53,
      passes: u53,
      /** What the passes come to of the coin. */
      currency: u53,
      quantity: big,
      amount: big,
      cost: big,
    }),
  ],
  ieoDelivered: [124, struct({ subscription: u53, holder: holderId, project: u53, currency: u53, quantity: big })],
  ieoCanceled: [125, struct({ project: u53 })],
  ieoReturned: [126, struct({ subscription: u53, holder: holderId, project: u53, amount: big })],
} as const

const eventCodec = union(ieoEvents)
export type IeoEvent = Of<typeof eventCodec>
export type IeoEventOf<T extends IeoEvent['type']> = Extract<IeoEvent, { type: T }>
