import { holderId, struct, text, u53, union, type Of } from '../codec/codec.ts'
import { ieoTermsCodec } from './terms.ts'

export const ieoCommands = {
  /** An operator's, approved by a second: announces a project. */
  launchIeo: [120, struct({ terms: ieoTermsCodec })],
  /** An operator's: calls a project off before its allocation; what is frozen comes back whole. */
  cancelIeo: [121, struct({ project: u53 })],
  /** A field that could not be read travels as `fault`; see the commands of spot. */
  subscribeIeo: [122, struct({ holder: holderId, project: u53, passes: u53, fault: text })],
} as const

const commandCodec = union(ieoCommands)
export type IeoCommand = Of<typeof commandCodec>
export type SubscribeIeo = Extract<IeoCommand, { type: 'subscribeIeo' }>
