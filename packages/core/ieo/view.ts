import type { PlainAnswer } from '../capability/capability.ts'
import { big, holderId, list, oneOf, struct, u53, type Of, type UnionOf } from '../codec/codec.ts'
import { realms, type HolderId } from '../ledger/holders.ts'
import type { HoldView, InvestedView } from '../ledger/holdView.ts'
import { usdt } from '../money/units.ts'
import type { IeoEvent } from './event.ts'
import {
  ieoPhases,
  openSubscriptionStates,
  owedOf,
  type IeoProject,
  type IeoState,
  type Subscription,
} from './state.ts'
import { ieoTermsCodec } from './terms.ts'

/** A project as it stands; quantities in passes. */
export const ieoProjectViewCodec = struct({
  project: u53,
  terms: ieoTermsCodec,
  phase: oneOf(ieoPhases),
  applied: u53,
  allotted: u53,
  /** Applications that are not over, and those of them that wait for their passes. */
  subscriptions: u53,
  waiting: u53,
  /** What may still have to be delivered, in smallest units of the coin. */
  owed: big,
})
export type IeoProjectView = Of<typeof ieoProjectViewCodec>

/** An application that is not over; `amount` in smallest units of USDT. */
export const subscriptionViewCodec = struct({
  subscription: u53,
  holder: holderId,
  project: u53,
  applied: u53,
  amount: big,
  state: oneOf(openSubscriptionStates),
  passes: u53,
  subscribedAt: u53,
})
export type SubscriptionView = Of<typeof subscriptionViewCodec>

/** Queries and replies of launches, by their tags in the exchange's unions. */
export const ieoQueries = {
  ieoProjects: [120, struct({ realm: oneOf(realms), holder: holderId })],
  /** Every application of a project that waits for its passes, in the order in which they came, at most `limit`. */
  ieoApplications: [121, struct({ project: u53, limit: u53 })],
} as const

export const ieoReplies = {
  /** With what the asking holder has applied for in each. */
  ieoProjects: [120, struct({ projects: list(struct({ view: ieoProjectViewCodec, own: u53 })) })],
  ieoApplications: [121, struct({ applications: list(subscriptionViewCodec) })],
} as const

/** What was launched, and what was applied for. */
export const ieoAnswers = {
  ieoProject: [120, struct({ project: u53 })],
  ieo: [121, struct({ subscription: subscriptionViewCodec })],
} as const
type IeoAnswer = UnionOf<typeof ieoAnswers> | PlainAnswer

/** The answer to an accepted launch or application, from its first event and the state after it. */
export function ieoAnswerTo({ projects }: IeoState, [event]: readonly IeoEvent[]): IeoAnswer {
  if (event?.type === 'ieoLaunched') return { type: 'ieoProject', project: event.project }
  if (event?.type !== 'ieoSubscribed') return { type: 'done' }
  const one = projects.get(event.project)?.subscriptions.get(event.subscription)
  return one ? { type: 'ieo', subscription: subscriptionView(one) } : { type: 'done' }
}

/** What a holder's applications hold until they are allotted. */
export function ieoHolds({ projects }: IeoState, holder: HolderId): HoldView[] {
  return [...projects.values()]
    .flatMap(({ own }) => [...(own.get(holder)?.values() ?? [])])
    .filter(({ state }) => state === 'subscribed')
    .map(({ id: ref, amount, subscribedAt: since }) => {
      return { cause: 'ieo', account: 'coin', currency: usdt, amount, ref, listing: 0, since }
    })
}

/** What a holder's passes cost whose coin is not delivered. */
export function paidIn({ projects }: IeoState, holder: HolderId): InvestedView[] {
  let amount = 0n
  for (const { paid } of projects.values()) amount += paid.get(holder) ?? 0n
  return amount === 0n ? [] : [{ product: 'ieo', currency: usdt, amount }]
}

/** A project as it is shown. */
export function ieoProjectView(project: IeoProject): IeoProjectView {
  const { id, terms, phase, applied, allotted, subscriptions, waiting } = project
  return {
    project: id,
    terms,
    phase,
    applied,
    allotted,
    subscriptions: subscriptions.size,
    waiting,
    owed: owedOf(project),
  }
}

function subscriptionView({ id: subscription, ...rest }: Subscription): SubscriptionView {
  return { subscription, ...rest }
}

/** The applications of a project as they are shown, in the order in which they came, at most `limit`. */
export function applicationsOf({ subscriptions }: IeoProject, limit: number): SubscriptionView[] {
  const found: SubscriptionView[] = []
  for (const one of subscriptions.values()) {
    if (found.length === limit) break
    found.push(subscriptionView(one))
  }
  return found
}

/** Answers a question about launches; changes nothing. */
export function answerIeo({ projects }: IeoState, ask: UnionOf<typeof ieoQueries>): UnionOf<typeof ieoReplies> {
  switch (ask.type) {
    case 'ieoProjects': {
      const own = [...projects.values()].filter(({ terms }) => terms.realm === ask.realm)
      const views = own.map((one) => ({ view: ieoProjectView(one), own: one.byHolder.get(ask.holder) ?? 0 }))
      return { type: 'ieoProjects', projects: views }
    }
    case 'ieoApplications': {
      const project = projects.get(ask.project)
      return { type: 'ieoApplications', applications: project ? applicationsOf(project, ask.limit) : [] }
    }
  }
}
