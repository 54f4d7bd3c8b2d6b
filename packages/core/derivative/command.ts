import { list, oneOf, struct, u53, union, type Of } from '../codec/codec.ts'
import { bracketTermsCodec, derivativeTermsCodec } from './terms.ts'

/** What a change of a stop-loss or take-profit does; `price` in ticks counts where it is set. */
export const targetCodec = struct({ change: oneOf(['keep', 'remove', 'set']), price: u53 })
export type TargetChange = Of<typeof targetCodec>

/** An operator's commands for both products. */
export const derivativeCommands = {
  configureDerivative: [40, struct({ listing: u53, terms: derivativeTermsCodec })],
  /** Announces brackets for all open positions of a listing; a day ahead at least. */
  announceBrackets: [160, struct({ listing: u53, brackets: list(bracketTermsCodec), effectiveAt: u53 })],
  withdrawBrackets: [161, struct({ listing: u53 })],
} as const

const commandCodec = union(derivativeCommands)
export type DerivativeCommand = Of<typeof commandCodec>
