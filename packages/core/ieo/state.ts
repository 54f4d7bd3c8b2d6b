import type { HolderId } from '../ledger/holders.ts'
import type { IeoTerms } from './terms.ts'

/** `subscribed`: its money is frozen; `allotted`: it is paid, and the coin is to come. Places are for ever. */
export const openSubscriptionStates = ['subscribed', 'allotted'] as const

/** An application that is not over. */
export interface Subscription {
  readonly id: number
  readonly holder: HolderId
  readonly project: number
  readonly applied: number
  /** What is frozen, in smallest units of USDT. */
  readonly amount: bigint
  readonly subscribedAt: number
  state: (typeof openSubscriptionStates)[number]
  passes: number
}

/** `ended`: the window is over and its passes are known. */
export const ieoPhases = ['announced', 'ended', 'canceled'] as const
export type IeoPhase = (typeof ieoPhases)[number]

export interface IeoProject {
  readonly id: number
  readonly terms: IeoTerms
  phase: IeoPhase
  /** In passes; counted on until the window ends. */
  applied: number
  /** Those passes that were allotted. */
  allotted: number
  readonly subscriptions: Map<number, Subscription>
  /** Derived: the applications that are not allotted yet, and the passes whose coin is not delivered. */
  waiting: number
  undelivered: number
  /** Derived: the applications of each holder that are not over. */
  readonly own: Map<HolderId, Map<number, Subscription>>
  /** What each holder has applied for. */
  readonly byHolder: Map<HolderId, number>
  /** Derived: what each holder has applied for in applications that are not allotted yet, in passes. */
  readonly waitingOf: Map<HolderId, number>
  /** Derived: what each holder has paid for passes whose coin is not delivered, in smallest units of USDT. */
  readonly paid: Map<HolderId, bigint>
}

export interface IeoState {
  nextProject: number
  nextSubscription: number
  readonly projects: Map<number, IeoProject>
}

export function createIeoState(): IeoState {
  return { nextProject: 1, nextSubscription: 1, projects: new Map() }
}

/** A project without subscriptions. */
export function makeProject(fields: Pick<IeoProject, 'id' | 'terms'>): IeoProject {
  const figures = { phase: 'announced', applied: 0, allotted: 0, waiting: 0, undelivered: 0 } as const
  return {
    ...fields,
    ...figures,
    subscriptions: new Map(),
    own: new Map(),
    byHolder: new Map(),
    waitingOf: new Map(),
    paid: new Map(),
  }
}

/** Puts a subscription in its places. */
export function admit(project: IeoProject, one: Subscription): void {
  project.subscriptions.set(one.id, one)
  const own = project.own.get(one.holder)
  if (own) own.set(one.id, one)
  else project.own.set(one.holder, new Map([[one.id, one]]))
  if (one.state === 'subscribed') wait(project, one, 1)
  project.byHolder.set(one.holder, (project.byHolder.get(one.holder) ?? 0) + one.applied)
  owePasses(project, one.holder, one.passes)
}

/** Counts an application among those that wait for their passes (`by` 1), or out of them (-1). */
export function wait(
  project: IeoProject,
  { holder, applied }: Pick<Subscription, 'holder' | 'applied'>,
  by: 1 | -1,
): void {
  project.waiting += by
  const left = (project.waitingOf.get(holder) ?? 0) + by * applied
  if (left === 0) project.waitingOf.delete(holder)
  else project.waitingOf.set(holder, left)
}

/** Takes a subscription that is over out of its places. */
export function dismiss(project: IeoProject, id: number): void {
  const one = project.subscriptions.get(id)
  if (!one) return
  project.subscriptions.delete(id)
  const own = project.own.get(one.holder)
  own?.delete(id)
  if (own?.size === 0) project.own.delete(one.holder)
}

/** Changes the passes whose coin is to come: more as they are paid for, less as they are delivered. */
export function owePasses(project: IeoProject, holder: HolderId, passes: number): void {
  project.undelivered += passes
  const paid = (project.paid.get(holder) ?? 0n) + project.terms.passPrice * BigInt(passes)
  if (paid === 0n) project.paid.delete(holder)
  else project.paid.set(holder, paid)
}

/** The coin that a project may still have to deliver, in its smallest units. */
export function owedOf({ terms, phase, waiting, undelivered }: IeoProject): bigint {
  if (phase === 'canceled') return 0n
  const passes = phase === 'announced' || waiting > 0 ? terms.supply : undelivered
  return BigInt(passes) * terms.passQuantity
}
