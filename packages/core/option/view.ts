import { big, holderId, list, nullable, oneOf, struct, u53, type Of, type UnionOf } from '../codec/codec.ts'
import { priceKinds } from '../book/mark.ts'
import { realms, type Realm } from '../ledger/holders.ts'
import { voidReasons } from './event.ts'
import { exposureOn, expiryOf, openOptionsOf, type OptionOrder, type OptionState } from './order.ts'
import { directions, optionTermsCodec, outcomes, tieRuleCodec } from './terms.ts'

/** `closed` is settled, `expired` is void. Places are for ever. */
export const optionStatuses = ['open', 'closed', 'expired'] as const
export type OptionStatus = (typeof optionStatuses)[number]

/** An option as it stands: amounts in smallest units of USDT, prices in tenths of a tick, 0 for what is not yet. */
export const optionViewCodec = struct({
  order: u53,
  holder: holderId,
  listing: u53,
  direction: oneOf(directions),
  stake: big,
  seconds: u53,
  rate: u53,
  gain: big,
  tie: tieRuleCodec,
  status: oneOf(optionStatuses),
  outcome: nullable(oneOf(outcomes)),
  reason: nullable(oneOf(voidReasons)),
  acceptedAt: u53,
  entryStamp: u53,
  entryTenths: u53,
  entrySources: u53,
  kind: oneOf(priceKinds),
  expiry: u53,
  exitStamp: u53,
  exitTenths: u53,
  closedAt: u53,
})
export type OptionView = Of<typeof optionViewCodec>

/** Queries and replies of options, by their tags in the exchange's unions. */
export const optionQueries = {
  options: [30, struct({ holder: holderId })],
  optionTerms: [31, struct({})],
  /** The expiries whose exit is to be rebuilt from public trades. */
  optionExitsMissing: [32, struct({})],
  optionExposure: [33, struct({ realm: oneOf(realms) })],
} as const

export const optionReplies = {
  options: [30, struct({ options: list(optionViewCodec) })],
  optionTerms: [31, struct({ terms: list(struct({ listing: u53, terms: optionTermsCodec })) })],
  optionExitsMissing: [32, struct({ exits: list(struct({ listing: u53, expiry: u53 })) })],
  /** What the pool would pay if all open options of a direction won. */
  optionExposure: [33, struct({ exposure: list(struct({ listing: u53, up: big, down: big, max: big })) })],
} as const

export const optionAnswers = { option: [30, struct({ view: optionViewCodec })] } as const

/** An open option as it is shown. */
export function optionViewOf(order: OptionOrder): OptionView {
  const { id, holder, listing, direction, stake, seconds, rate, gain, tie, acceptedAt } = order
  const { entryStamp, entryTenths, entrySources } = order
  return {
    order: id,
    holder,
    listing,
    direction,
    stake,
    seconds,
    rate,
    gain,
    tie,
    status: 'open',
    outcome: null,
    reason: null,
    acceptedAt,
    entryStamp,
    entryTenths,
    entrySources,
    kind: order.entryKind,
    expiry: entryStamp === 0 ? 0 : expiryOf(order),
    exitStamp: 0,
    exitTenths: 0,
    closedAt: 0,
  }
}

/** The terms of every listing that has any, by listing. */
export function termsOfAll(option: OptionState) {
  const listings = [...option.terms.keys()].sort((a, b) => a - b)
  return listings.flatMap((listing) => {
    const terms = option.terms.get(listing)
    return terms ? [{ listing, terms }] : []
  })
}

/** The expiries whose exit is missing, each listing and moment once. */
function missingExits(option: OptionState) {
  const found = new Map<string, { listing: number; expiry: number }>()
  for (const { listing, expiry } of option.missing.values()) found.set(`${listing} ${expiry}`, { listing, expiry })
  return [...found.values()]
}

/** What open options of each listing could cost the pool, by direction. */
function exposures(option: OptionState, realm: Realm) {
  return termsOfAll(option).map(({ listing, terms }) => ({
    listing,
    up: exposureOn(option, realm, listing, 'up'),
    down: exposureOn(option, realm, listing, 'down'),
    max: terms.exposureMax,
  }))
}

/** Answers a question about options; changes nothing. */
export function answerOption(option: OptionState, ask: UnionOf<typeof optionQueries>): UnionOf<typeof optionReplies> {
  switch (ask.type) {
    case 'options':
      return { type: 'options', options: openOptionsOf(option, ask.holder).map(optionViewOf) }
    case 'optionTerms':
      return { type: 'optionTerms', terms: termsOfAll(option) }
    case 'optionExitsMissing':
      return { type: 'optionExitsMissing', exits: missingExits(option) }
    case 'optionExposure':
      return { type: 'optionExposure', exposure: exposures(option, ask.realm) }
  }
}
