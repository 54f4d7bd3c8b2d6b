import { holderId, struct, text, u53, union, type Of } from '../codec/codec.ts'
import { investTermsCodec } from './terms.ts'

export const investCommands = {
  /** An operator's, approved by a second: puts a product on sale. */
  publishInvest: [110, struct({ terms: investTermsCodec })],
  /** An operator's: ends the sale; what was bought runs on. */
  closeInvest: [111, struct({ product: u53 })],
  /** A field that could not be read travels as `fault`; see the commands of spot. */
  buyInvest: [112, struct({ holder: holderId, product: u53, shares: u53, fault: text })],
} as const

const commandCodec = union(investCommands)
export type InvestCommand = Of<typeof commandCodec>
export type BuyInvest = Extract<InvestCommand, { type: 'buyInvest' }>
