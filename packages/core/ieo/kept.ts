import { big, holderId, list, oneOf, struct, u53, type Of } from '../codec/codec.ts'
import { promise, type PoolState } from '../pool/pool.ts'
import { admit, ieoPhases, makeProject, owedOf, openSubscriptionStates, type IeoState } from './state.ts'
import { ieoTermsCodec } from './terms.ts'

const subscriptionCodec = struct({
  id: u53,
  holder: holderId,
  project: u53,
  applied: u53,
  amount: big,
  subscribedAt: u53,
  state: oneOf(openSubscriptionStates),
  passes: u53,
})

/** The durable part of launches in a snapshot. */
export const keptIeoCodec = struct({
  nextProject: u53,
  nextSubscription: u53,
  projects: list(
    struct({
      id: u53,
      terms: ieoTermsCodec,
      phase: oneOf(ieoPhases),
      applied: u53,
      allotted: u53,
      /** What each holder has applied for, those whose application is over among them. */
      holders: list(struct({ holder: holderId, applied: u53 })),
      subscriptions: list(subscriptionCodec),
    }),
  ),
})
export type KeptIeo = Of<typeof keptIeoCodec>

/** What of launches is kept. */
export function keepIeo({ nextProject, nextSubscription, projects }: IeoState): KeptIeo {
  return {
    nextProject,
    nextSubscription,
    projects: [...projects.values()].map(({ byHolder, subscriptions, id, terms, phase, applied, allotted }) => ({
      id,
      terms,
      phase,
      applied,
      allotted,
      holders: [...byHolder].map(([holder, applied]) => ({ holder, applied })),
      subscriptions: [...subscriptions.values()],
    })),
  }
}

/** Puts what was kept into an empty state. */
export function restoreIeo(state: IeoState, pool: PoolState, kept: KeptIeo): void {
  state.nextProject = kept.nextProject
  state.nextSubscription = kept.nextSubscription
  for (const { holders, subscriptions, phase, applied, allotted, ...fields } of kept.projects) {
    const project = Object.assign(makeProject(fields), { phase, applied, allotted })
    for (const one of subscriptions) admit(project, { ...one })
    project.byHolder.clear()
    for (const { holder, applied: own } of holders) project.byHolder.set(holder, own)
    state.projects.set(project.id, project)
    promise(pool, project.terms.realm, project.terms.currency, owedOf(project))
  }
}
