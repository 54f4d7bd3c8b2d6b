import { faultOf, mayTakeRisk, whoActs } from '../book/checks.ts'
import { realMoneyRefusal } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import { usdt } from '../money/units.ts'
import { poolHasRoom, type PoolState } from '../pool/pool.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { IeoCommand, SubscribeIeo } from './command.ts'
import type { IeoEvent } from './event.ts'
import type { IeoProject, IeoState } from './state.ts'
import { ieoTermsHold } from './terms.ts'

/** The most applications a project takes, and the most of one holder, who so can't use up what others need. */
const subscriptionsMax = 1_000_000
const subscriptionsOfOneMax = 100
const projectsMax = 100

/** Decides a command of launches; reads only. */
export function decideIeo(
  state: IeoState,
  pool: PoolState,
  venue: Venue,
  command: IeoCommand,
  now: number,
): Result<IeoEvent[]> {
  switch (command.type) {
    case 'launchIeo': {
      const { terms } = command
      const { realm, currency, supply, passQuantity } = terms
      if (terms.text === 0 || terms.digest === '') return rejected('ieo_text_missing')
      if (!ieoTermsHold(terms, venue.currencies.length, now)) return rejected('ieo_terms_invalid')
      if (state.projects.size >= projectsMax) return rejected('ieo_terms_invalid')
      // no coin is offered that the house does not hold beside all that it owes
      const coin = BigInt(supply) * passQuantity
      if (!poolHasRoom(pool, venue, realm, currency, coin)) return rejected('ieo_supply_missing')
      return accepted([{ type: 'ieoLaunched', project: state.nextProject, terms }])
    }
    case 'cancelIeo': {
      const project = state.projects.get(command.project)
      if (!project) return rejected('ieo_project_unknown')
      if (project.phase !== 'announced') return rejected('ieo_window_closed')
      return accepted([{ type: 'ieoCanceled', project: project.id }])
    }
    case 'subscribeIeo':
      return subscribe(state, venue, command, now)
  }
}

/** Whether applications are taken now. */
export function isOpen({ phase, terms }: Pick<IeoProject, 'phase' | 'terms'>, now: number): boolean {
  return phase === 'announced' && now >= terms.opensAt && now < terms.closesAt
}

/** Decides an application: the money for all of it is frozen. Reads only. */
function subscribe(state: IeoState, venue: Venue, command: SubscribeIeo, now: number): Result<IeoEvent[]> {
  const { holder, passes: applied } = command
  const who = whoActs(venue, holder)
  if (!who.ok) return who
  if (who.value.realm !== 'real') return rejected('realm_forbidden')
  const may = mayTakeRisk(venue, holder, 'ieo')
  if (!may.ok) return may
  const closed = realMoneyRefusal(venue, may.value.country, now)
  if (closed) return closed
  const project = state.projects.get(command.project)
  if (project?.terms.realm !== 'real') return rejected('ieo_project_unknown')
  if (!isOpen(project, now)) return rejected('ieo_window_closed')
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  const { applicationMin, holderMax, passPrice } = project.terms
  if (applied < applicationMin) return rejected('ieo_application_too_small', { min: String(applicationMin) })
  const isFull = (project.own.get(holder)?.size ?? 0) >= subscriptionsOfOneMax
  const left = isFull ? 0 : holderMax - (project.byHolder.get(holder) ?? 0)
  if (applied > left) return rejected('ieo_application_too_large', { left: String(left) })
  if (project.subscriptions.size >= subscriptionsMax) return rejected('ieo_window_closed')
  const amount = passPrice * BigInt(applied)
  if (amount > venue.ledger.available(holder, 'coin', usdt)) return rejected('balance_insufficient')
  const subscription = state.nextSubscription
  return accepted([{ type: 'ieoSubscribed', subscription, holder, project: project.id, applied, amount }])
}
