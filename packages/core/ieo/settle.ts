import type { HolderId } from '../ledger/holders.ts'
import type { IeoEvent } from './event.ts'
import type { IeoProject, IeoState, Subscription } from './state.ts'
import { passesOf } from './terms.ts'

/** The applications allotted, returned or delivered in one command; the rest follows in the next. */
export const ieoStepMax = 2_000

export interface IeoStep {
  readonly events: readonly IeoEvent[]
  /** Whether the command's bound was reached and work is left. */
  readonly more: boolean
}

/**
 * What follows for launches from time having come to `stamp`: a window's end, then each application's passes in the
 * order in which they came, the coin at its time to market, and what is frozen for one that was called off. Each step's
 * events must be evolved before the next is asked for.
 */
export function* settleIeo(state: IeoState, stamp: number): Generator<IeoStep> {
  let left = ieoStepMax
  while (left > 0) {
    const events = nextDue(state, stamp, left)
    if (events.length === 0) return
    left -= events.length
    yield { events, more: left <= 0 }
  }
}

function nextDue(state: IeoState, stamp: number, max: number): IeoEvent[] {
  for (const project of state.projects.values()) {
    const events = dueOf(project, stamp, max)
    if (events.length > 0) return events
  }
  return []
}

function dueOf(project: IeoProject, stamp: number, max: number): IeoEvent[] {
  const { id, terms, phase, applied, waiting } = project
  if (phase === 'canceled') return each(project, max, 'subscribed', returned)
  if (phase === 'announced') {
    return stamp >= terms.closesAt ? [{ type: 'ieoWindowEnded', project: id, applied }] : []
  }
  if (waiting > 0) return allotments(project, max)
  return stamp >= terms.marketAt ? each(project, max, 'allotted', (one) => delivered(project, one)) : []
}

function each(
  { subscriptions }: IeoProject,
  max: number,
  state: Subscription['state'],
  event: (one: Subscription) => IeoEvent,
): IeoEvent[] {
  const events: IeoEvent[] = []
  for (const one of subscriptions.values()) {
    if (events.length === max) break
    if (one.state === state) events.push(event(one))
  }
  return events
}

function returned({ id: subscription, holder, project, amount }: Subscription): IeoEvent {
  return { type: 'ieoReturned', subscription, holder, project, amount }
}

/** The passes of the applications that wait, each holder's counted on from those that had theirs before. */
function allotments(project: IeoProject, max: number): IeoEvent[] {
  const { terms, applied: inAll, byHolder, waitingOf } = project
  const before = new Map<HolderId, number>()
  return each(project, max, 'subscribed', (one) => {
    const { id: subscription, holder, applied, amount } = one
    const counted = before.get(holder) ?? (byHolder.get(holder) ?? 0) - (waitingOf.get(holder) ?? 0)
    before.set(holder, counted + applied)
    const passes = passesOf(applied, inAll, terms.supply, counted)
    const cost = terms.passPrice * BigInt(passes)
    const coin = { currency: terms.currency, quantity: terms.passQuantity * BigInt(passes) }
    return { type: 'ieoAllotted', subscription, holder, project: project.id, applied, passes, ...coin, amount, cost }
  })
}

function delivered({ terms }: IeoProject, { id: subscription, holder, project, passes }: Subscription): IeoEvent {
  const quantity = terms.passQuantity * BigInt(passes)
  return { type: 'ieoDelivered', subscription, holder, project, currency: terms.currency, quantity }
}
