import { big, bool, holderId, list, nullable, struct, text, u53, union, type Of } from '../codec/codec.ts'
import { miningTermsCodec } from './terms.ts'

/** The rate of one day of UTC, at 10⁻⁹. */
export const dayRateCodec = struct({ day: u53, rate: u53 })
export type DayRate = Of<typeof dayRateCodec>

export const miningCommands = {
  /** An operator's: a new product (`product` 0), or other terms for the later orders of one. */
  publishMining: [100, struct({ product: u53, terms: miningTermsCodec })],
  /** Whether a product takes new orders; those that are open go on. */
  switchMining: [101, struct({ product: u53, on: bool })],
  /** Rates of days that have not begun; once published they are final. */
  publishMiningRates: [102, struct({ product: u53, rates: list(dayRateCodec) })],
  /** Locks `amount`. `versionShown`: the terms that the user saw. A field that could not be read travels as `fault`. */
  openMining: [103, struct({ holder: holderId, product: u53, amount: big, versionShown: nullable(u53), fault: text })],
  redeemMining: [104, struct({ holder: holderId, order: u53 })],
} as const

const commandCodec = union(miningCommands)
export type MiningCommand = Of<typeof commandCodec>
export type MiningCommandOf<T extends MiningCommand['type']> = Extract<MiningCommand, { type: T }>
