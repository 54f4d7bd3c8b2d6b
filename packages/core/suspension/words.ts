import { holderId, oneOf, struct, text, u53, union, type Of } from '../codec/codec.ts'
import { haltStates } from '../book/listing.ts'
import { dayMs, hourMs } from '../money/units.ts'

/** What operators can stop for a time of one account: its payouts, or new risk and money that comes in. */
export const holderSuspensionKinds = ['freeze', 'disable'] as const
export type HolderSuspensionKind = (typeof holderSuspensionKinds)[number]

/** The legal grounds of a freeze; there is no other. */
export const freezeGrounds = ['court_order', 'authority_order', 'sanctions_list'] as const
/** Why an account is disabled; `unstated` where none was noted before there were grounds. */
export const disableGrounds = ['unstated', 'owner_request', 'security', 'agreement_breach', 'duplicate'] as const
/** Why a market is halted; `unstated` where none was noted before there were grounds. */
export const haltGrounds = [
  'unstated',
  'price_fault',
  'disorderly_trading',
  'technical_fault',
  'asset_event',
  'authority_order',
] as const
export type HaltGround = (typeof haltGrounds)[number]

/**
 * By whom a suspension stands: one person for an hour, two for longer, the one of an installation that is declared to have
 * one operator, or nobody: it stood without an end before there were ends, and was given one.
 */
export const suspensionBases = ['emergency', 'confirmed', 'single_operator', 'carried_over'] as const
export type SuspensionBasis = (typeof suspensionBases)[number]

/** How a suspension ended: operators lifted it, its end came, or nobody confirmed it within its hour. */
export const suspensionOutcomes = ['lifted', 'expired', 'lapsed'] as const
export type SuspensionOutcome = (typeof suspensionOutcomes)[number]

/** The longest stop by one person alone. */
export const emergencyMs = hourMs
/** The time within which one person may stop the same thing only once. */
export const emergencyEveryMs = dayMs
/** The longest halt of a market before two people decide anew. */
export const haltMaxMs = dayMs
/** The longest an account is disabled before two people decide anew. */
export const disableMaxMs = 90 * dayMs

const holderGroundCodec = oneOf([...freezeGrounds, ...disableGrounds])
export type HolderGround = (typeof freezeGrounds)[number] | (typeof disableGrounds)[number]

/** The longest suspension of an account (ms): a freeze by a court's order 30 days, any other freeze 7. */
export function holderSuspensionMaxMs(kind: HolderSuspensionKind, ground: HolderGround): number {
  if (kind === 'disable') return disableMaxMs
  return (ground === 'court_order' ? 30 : 7) * dayMs
}

const byWhom = { asker: u53, approver: u53, basis: oneOf(suspensionBases) } as const

/** `claim`: the server's row with the words of it; `durationMs`: until when, from the moment at which it is decided. */
export const suspensionCommands = {
  suspendHolder: [
    190,
    struct({
      holder: holderId,
      kind: oneOf(holderSuspensionKinds),
      ground: holderGroundCodec,
      claim: u53,
      durationMs: u53,
      ...byWhom,
    }),
  ],
  releaseHolder: [191, struct({ holder: holderId, kind: oneOf(holderSuspensionKinds), operator: u53 })],
  suspendMarket: [
    192,
    struct({
      listing: u53,
      halt: oneOf(haltStates),
      reason: text,
      ground: oneOf(haltGrounds),
      durationMs: u53,
      ...byWhom,
    }),
  ],
  resumeMarket: [193, struct({ listing: u53, ...byWhom })],
} as const

export const suspensionEvents = {
  /** The same number again where it is confirmed or renewed. */
  holderSuspended: [
    190,
    struct({
      suspension: u53,
      holder: holderId,
      kind: oneOf(holderSuspensionKinds),
      ground: holderGroundCodec,
      claim: u53,
      until: u53,
      ...byWhom,
    }),
  ],
  holderReleased: [
    191,
    struct({
      suspension: u53,
      holder: holderId,
      kind: oneOf(holderSuspensionKinds),
      outcome: oneOf(suspensionOutcomes),
      operator: u53,
    }),
  ],
  marketSuspended: [
    192,
    struct({
      suspension: u53,
      listing: u53,
      halt: oneOf(haltStates),
      ground: oneOf(haltGrounds),
      until: u53,
      ...byWhom,
    }),
  ],
  marketResumed: [
    193,
    struct({ suspension: u53, listing: u53, outcome: oneOf(suspensionOutcomes), asker: u53, approver: u53 }),
  ],
} as const

const viewCodec = struct({
  /** When it ends, UTC milliseconds; 0 where nothing stands. */
  until: u53,
  /** From when on one person may stop it alone; 0 for at once. */
  aloneFrom: u53,
})

/** What stands of an account's payouts and of the account itself, and of a market. */
export const suspensionQueries = {
  holderSuspensions: [190, struct({ holder: holderId })],
  marketSuspension: [191, struct({ listing: u53 })],
} as const
export const suspensionReplies = {
  holderSuspensions: [190, struct({ freeze: viewCodec, disable: viewCodec })],
  marketSuspension: [191, viewCodec],
} as const
export type SuspensionView = Of<typeof viewCodec>

const commandCodec = union(suspensionCommands)
const eventCodec = union(suspensionEvents)
export type SuspensionCommand = Of<typeof commandCodec>
export type SuspensionEvent = Of<typeof eventCodec>
