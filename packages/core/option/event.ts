import { big, holderId, list, oneOf, struct, u53, union, type Of } from '../codec/codec.ts'
import { priceKinds } from '../book/mark.ts'
import { realms } from '../ledger/holders.ts'
import { tradeEvidenceCodec } from './command.ts'
import { directions, optionTermsCodec, outcomes, tieRuleCodec } from './terms.ts'

/** Why an option ended void and its stake was freed. Places are for ever. */
export const voidReasons = ['no_entry', 'no_exit', 'demo_reset'] as const
export type VoidReason = (typeof voidReasons)[number]

const realmCodec = oneOf(realms)
const kindCodec = oneOf(priceKinds)

/** All options of a realm and listing that expire at one moment on prices of one kind share their exit. */
const exitKey = { realm: realmCodec, listing: u53, kind: kindCodec, expiry: u53 } as const
export const exitKeyCodec = struct(exitKey)
export type ExitKey = Of<typeof exitKeyCodec>

/** What can happen to options. Amounts in smallest units of USDT, prices in tenths of a tick, times in UTC ms. */
export const optionEvents = {
  optionConfigured: [70, struct({ listing: u53, terms: optionTermsCodec })],
  /** The stake is held. Rate, gain and tie rule are fixed. */
  optionPlaced: [
    71,
    struct({
      order: u53,
      holder: holderId,
      realm: realmCodec,
      listing: u53,
      direction: oneOf(directions),
      stake: big,
      seconds: u53,
      rate: u53,
      gain: big,
      tie: tieRuleCodec,
    }),
  ],
  /** All waiting options of the realm and listing from `first` to `last` have entered on this sample. */
  optionsEntered: [
    72,
    struct({
      realm: realmCodec,
      listing: u53,
      first: u53,
      last: u53,
      stamp: u53,
      indexTenths: u53,
      sources: u53,
      kind: kindCodec,
    }),
  ],
  /** The exit is the sample of `stamp`. */
  optionExitFixed: [73, struct({ ...exitKey, stamp: u53, indexTenths: u53, sources: u53 })],
  /** There is no sample near the expiry: the price is to be rebuilt from public trades. */
  optionExitMissing: [74, exitKeyCodec],
  optionExitRebuilt: [75, struct({ ...exitKey, indexTenths: u53, trades: list(tradeEvidenceCodec) })],
  /** No exit can be had: all of them are void. */
  optionExitLost: [76, exitKeyCodec],
  /** `exitStamp` is the sample's, or the expiry where the exit was rebuilt. */
  optionSettled: [
    77,
    struct({
      order: u53,
      holder: holderId,
      realm: realmCodec,
      listing: u53,
      outcome: oneOf(outcomes),
      stake: big,
      gain: big,
      exitStamp: u53,
      exitTenths: u53,
    }),
  ],
  optionVoided: [
    78,
    struct({ order: u53, holder: holderId, realm: realmCodec, listing: u53, stake: big, reason: oneOf(voidReasons) }),
  ],
} as const

const optionEventCodec = union(optionEvents)
export type OptionEvent = Of<typeof optionEventCodec>
export type OptionEventOf<T extends OptionEvent['type']> = Extract<OptionEvent, { type: T }>
