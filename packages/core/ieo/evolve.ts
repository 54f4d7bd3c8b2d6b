import type { Venue } from '../book/venue.ts'
import { promise, type PoolState } from '../pool/pool.ts'
import type { IeoEvent, IeoEventOf } from './event.ts'
import { ieoMoves } from './moves.ts'
import {
  admit,
  dismiss,
  makeProject,
  owedOf,
  owePasses,
  wait,
  type IeoProject,
  type IeoState,
  type Subscription,
} from './state.ts'

/** Changes the durable state by a launch's event. `now` is the time of its batch. */
export function evolveIeo(state: IeoState, pool: PoolState, venue: Venue, event: IeoEvent, now: number): void {
  const moves = ieoMoves(event)
  if (moves.length > 0) venue.ledger.apply(moves)
  if (event.type === 'ieoLaunched') {
    const { realm, currency } = event.terms
    promise(pool, realm, currency, owedOf(launch(state, event)))
    return
  }
  const project = state.projects.get(event.project)
  if (!project) throw new RangeError(`there is no project ${event.project}`)
  const owed = owedOf(project)
  change(state, project, event, now)
  const { realm, currency } = project.terms
  promise(pool, realm, currency, owedOf(project) - owed)
}

function change(state: IeoState, project: IeoProject, event: Exclude<IeoEvent, { type: 'ieoLaunched' }>, now: number) {
  switch (event.type) {
    case 'ieoSubscribed': {
      const { subscription: id, holder, applied, amount } = event
      const fields = { id, holder, project: project.id, applied, amount, subscribedAt: now }
      admit(project, { ...fields, state: 'subscribed', passes: 0 })
      project.applied += applied
      state.nextSubscription = id + 1
      break
    }
    case 'ieoWindowEnded':
      project.phase = 'ended'
      break
    case 'ieoAllotted':
      allot(project, event)
      break
    case 'ieoDelivered':
      owePasses(project, event.holder, -subscriptionOf(project, event.subscription).passes)
      dismiss(project, event.subscription)
      break
    case 'ieoCanceled':
      project.phase = 'canceled'
      break
    case 'ieoReturned':
      wait(project, subscriptionOf(project, event.subscription), -1)
      dismiss(project, event.subscription)
  }
}

// what is over is kept by the read models alone
function launch(state: IeoState, { project: id, terms }: IeoEventOf<'ieoLaunched'>): IeoProject {
  for (const old of state.projects.values()) {
    if (old.phase !== 'announced' && old.subscriptions.size === 0) state.projects.delete(old.id)
  }
  const project = makeProject({ id, terms })
  state.projects.set(id, project)
  state.nextProject = id + 1
  return project
}

function subscriptionOf({ subscriptions }: IeoProject, id: number): Subscription {
  const one = subscriptions.get(id)
  if (!one) throw new RangeError(`there is no subscription ${id}`)
  return one
}

function allot(project: IeoProject, event: IeoEventOf<'ieoAllotted'>): void {
  const one = subscriptionOf(project, event.subscription)
  wait(project, one, -1)
  project.allotted += event.passes
  if (event.passes === 0) {
    dismiss(project, one.id)
    return
  }
  one.state = 'allotted'
  one.passes = event.passes
  owePasses(project, one.holder, one.passes)
}
