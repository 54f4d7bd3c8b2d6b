import { accountCapability } from './account/capability.ts'
import type { Words } from './capability/capability.ts'
import type { Members } from './codec/codec.ts'
import { convertCapability } from './convert/capability.ts'
import { fundingCapability } from './funding/capability.ts'
import { ieoCapability } from './ieo/capability.ts'
import { investCapability } from './invest/capability.ts'
import { leverageCapability } from './leverage/capability.ts'
import { liquidationCapability } from './liquidation/capability.ts'
import { marketCapability } from './market/capability.ts'
import { miningCapability } from './mining/capability.ts'
import { optionCapability } from './option/capability.ts'
import { poolCapability } from './pool/capability.ts'
import { selfLimitCapability } from './selfLimit/capability.ts'
import { spotCapability } from './spot/capability.ts'
import { suspensionCapability } from './suspension/capability.ts'
import { walletCapability } from './wallet/capability.ts'

/**
 * All that the exchange can do, each under the name of its part of the state. Their order is for ever: in it a snapshot
 * keeps them, and a second has them act.
 */
export const capabilities = {
  market: marketCapability,
  account: accountCapability,
  spot: spotCapability,
  convert: convertCapability,
  derivative: leverageCapability,
  funding: fundingCapability,
  liquidation: liquidationCapability,
  option: optionCapability,
  wallet: walletCapability,
  pool: poolCapability,
  mining: miningCapability,
  invest: investCapability,
  ieo: ieoCapability,
  selfLimit: selfLimitCapability,
  suspension: suspensionCapability,
}
export type Capabilities = typeof capabilities
export type Each = Capabilities[keyof Capabilities]

type Gathered<K extends keyof Words> = (
  Each extends infer One ? (One extends { readonly [word in K]: infer M } ? (members: M) => void : never) : never
) extends (members: infer All extends Members) => void
  ? All
  : never

/** The words of one kind of all capabilities. */
export function gathered<K extends keyof Words>(words: K): Gathered<K> {
  const each: readonly Words[] = Object.values(capabilities)
  return Object.assign({}, ...each.map((one) => one[words])) as Gathered<K>
}
