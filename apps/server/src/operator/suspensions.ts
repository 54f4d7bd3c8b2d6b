import { closeCode } from '@truemark/protocol/stream'
import type { HolderId } from '@truemark/core/ledger/holders'
import { dayMs, hourMs } from '@truemark/core/money/units'
import {
  type HolderGround,
  type HolderSuspensionKind,
  type SuspensionBasis,
  type SuspensionCommand,
  disableGrounds,
  disableMaxMs,
  haltMaxMs,
  holderSuspensionMaxMs,
} from '@truemark/core/suspension/words'
import { operatorRoles } from '@truemark/protocol/access'
import type { HouseAction, PersonalAction } from '@truemark/protocol/auditActions'
import { haltGround, suspensionRoutes as routes } from '@truemark/protocol/routes/suspensions'
import { days, disableGround, freezeGround } from '@truemark/protocol/routes/touches'
import { symbol } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import { type Exchange, house } from '../engine/door.ts'
import { endEntrances, findEndlessDisabled, noteDisablingEnds, personById } from '../identity/door.ts'
import { type Outcome, type RequestKey, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import type { ActingOperator } from './acting.ts'
import { auditEntry, beginDeed, doBegun } from './begun.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import type { Doer } from './proposalKind.ts'
import { operatorById } from './store.ts'
import { countSuspensions, findEndlessFreezes, insertSuspensionClaim, noteFreezeEnds } from './suspensions.store.ts'

const ofPerson = { user: z.int(), days: z.optional(days), reason: z.string() } as const
const freezePayload = z.object({ ...ofPerson, ground: freezeGround, reference: z.string() })
const disablePayload = z.object({ ...ofPerson, ground: disableGround })
const haltPayload = z.object({
  symbol,
  halt: z.enum(['cancel_only', 'halted']),
  ground: haltGround,
  hours: z.optional(z.int()),
  reason: z.string(),
})
const resumePayload = z.object({ symbol, reason: z.string() })

/** What stops payouts of a person, or the person; and the same of a market. */
export type FreezeOrder = z.infer<typeof freezePayload>
export type DisableOrder = z.infer<typeof disablePayload>
export type HaltOrder = z.infer<typeof haltPayload>

/** By whom a suspension is made: the engine asks for as many people as its basis says. */
interface ByWhom {
  readonly asker: number
  readonly approver: number
  readonly basis: SuspensionBasis
}

/** What is to be stopped or let go on, as the audit log and the engine are told of it. */
interface Deed {
  readonly action: PersonalAction | HouseAction
  readonly subject: string
  readonly reason: string
  readonly detail: Readonly<Record<string, string>>
  /** The person whom it is about; null where it is a market. */
  readonly user: number | null
  readonly command: (by: ByWhom, claim: number) => SuspensionCommand
  /** What only the person may read; null where there is none. */
  readonly claim: { readonly kind: HolderSuspensionKind; readonly reference: string } | null
}

interface DoneBy {
  readonly actor: ActingOperator
  readonly by: ByWhom
  readonly key: RequestKey | null
}

/** Binds what anyone may know of it, and says how two people stop what one may stop for an hour. */
export function bindSuspensions(gateway: Gateway, ports: DeskPorts): void {
  const { database, proposals } = ports
  gateway.bind(routes.suspensionsPublic, async () => {
    await ports.reads.current()
    return done({ counts: await countSuspensions(database), announced: await proposals.announced() })
  })
  const confirmed = async (deed: Outcome<Deed>, doer: Doer): Promise<Outcome<null>> =>
    deed.ok ? perform(ports, deed.data, doneByTwo(doer, proposals.singleOperator)) : deed
  const planOf = (deed: Outcome<Deed>) =>
    deed.ok ? done({ subject: deed.data.subject, detail: deed.data.detail }) : deed
  proposals.define('freeze', {
    access: 'desk_wallet_write',
    stops: true,
    payload: freezePayload,
    plan: async (order) => planOf(await freezeDeed(ports, order)),
    after: async (order, doer) => confirmed(await freezeDeed(ports, order), doer),
  })
  proposals.define('disable', {
    access: 'desk_people_write',
    stops: true,
    payload: disablePayload,
    plan: async (order) => planOf(await disableDeed(ports, order)),
    after: async (order, doer) => confirmed(await disableDeed(ports, order), doer),
  })
  proposals.define('halt', {
    access: 'desk_market_write',
    stops: true,
    payload: haltPayload,
    plan: async (order) => planOf(haltDeed(ports, order)),
    after: async (order, doer) => confirmed(haltDeed(ports, order), doer),
  })
  proposals.define('resume', {
    access: 'desk_market_write',
    payload: resumePayload,
    plan: async (order) => planOf(resumeDeed(ports, order)),
    after: async (order, doer) => confirmed(resumeDeed(ports, order), doer),
  })
}

function doneByTwo({ asker, approver, actor, key }: Doer, isSingle: boolean): DoneBy {
  const basis = isSingle && asker === approver ? 'single_operator' : 'confirmed'
  return { actor, by: { asker, approver, basis }, key }
}

/** Freezes a person's payouts: at once for an hour, and until its end once a second person confirms it. */
export async function freezePayouts(ports: DeskPorts, caller: Caller, order: FreezeOrder): Promise<Outcome<null>> {
  const deed = await freezeDeed(ports, order)
  if (!deed.ok) return deed
  const { holder } = await holderOf(ports, order.user)
  const { freeze } = await ports.exchange.ask(house, { type: 'holderSuspensions', holder })
  return stop(ports, caller, { kind: 'freeze', payload: order, deed: deed.data, mayAlone: isFree(ports, freeze) })
}

/** Disables a person, likewise. */
export async function disablePerson(ports: DeskPorts, caller: Caller, order: DisableOrder): Promise<Outcome<null>> {
  const deed = await disableDeed(ports, order)
  if (!deed.ok) return deed
  const { holder } = await holderOf(ports, order.user)
  const { disable } = await ports.exchange.ask(house, { type: 'holderSuspensions', holder })
  return stop(ports, caller, { kind: 'disable', payload: order, deed: deed.data, mayAlone: isFree(ports, disable) })
}

/** Halts a market, likewise. */
export async function haltMarket(ports: DeskPorts, caller: Caller, order: HaltOrder): Promise<Outcome<null>> {
  const deed = haltDeed(ports, order)
  if (!deed.ok) return deed
  const listing = ports.catalogue.byCode(order.symbol)?.id ?? -1
  const standing = await ports.exchange.ask(house, { type: 'marketSuspension', listing })
  return stop(ports, caller, { kind: 'halt', payload: order, deed: deed.data, mayAlone: isFree(ports, standing) })
}

/** Lets a halted market go on: by two people. */
export async function resumeMarket(
  ports: DeskPorts,
  caller: Caller,
  order: z.infer<typeof resumePayload>,
): Promise<Outcome<null>> {
  const deed = resumeDeed(ports, order)
  if (!deed.ok) return deed
  const gate = await ports.proposals.gate(caller, 'resume', order, order.reason)
  return gate ?? perform(ports, deed.data, await doneAlone(ports, caller))
}

/** Lets a person's payouts, or the person, go on: one person may. */
export async function release(
  ports: DeskPorts,
  caller: Caller,
  { user, kind, reason }: { readonly user: number; readonly kind: HolderSuspensionKind; readonly reason: string },
): Promise<Outcome<null>> {
  const { holder } = await holderOf(ports, user)
  const action = kind === 'freeze' ? 'account_unfrozen' : 'user_enabled'
  const command = { type: 'releaseHolder', holder, kind, operator: caller.userId } as const
  const deed = { action, user, reason, subject: ports.ids.write('user', user), detail: {}, claim: null } as const
  return perform(ports, { ...deed, command: () => command }, await doneAlone(ports, caller))
}

async function doneAlone(ports: DeskPorts, caller: Caller): Promise<DoneBy> {
  const by = { asker: caller.userId, approver: caller.userId, basis: 'single_operator' } as const
  return { actor: await actorOf(ports, caller), by, key: null }
}

// the engine's time runs by the machine's clock, or ahead of it; it says the same again
function isFree({ clockLead, now }: DeskPorts, { until, aloneFrom }: { until: number; aloneFrom: number }): boolean {
  const time = now() + clockLead()
  return until <= time && aloneFrom <= time
}

interface Stop {
  readonly kind: 'freeze' | 'disable' | 'halt'
  readonly payload: FreezeOrder | DisableOrder | HaltOrder
  readonly deed: Deed
  readonly mayAlone: boolean
}

// one person stops it at once for an hour, and a second is asked for the rest; where one may not, only the second is asked
async function stop(ports: DeskPorts, caller: Caller, { kind, payload, deed, mayAlone }: Stop): Promise<Outcome<null>> {
  const { proposals } = ports
  if (proposals.singleOperator) return perform(ports, deed, await doneAlone(ports, caller))
  if (!mayAlone) return (await proposals.gate(caller, kind, payload, payload.reason)) ?? done(null)
  const actor = await actorOf(ports, caller)
  const by = { asker: caller.userId, approver: 0, basis: 'emergency' } as const
  const stopped = await perform(ports, deed, { actor, by, key: null })
  if (!stopped.ok) return stopped
  const asked = await proposals.ask(caller, kind, payload, payload.reason)
  return asked.ok ? stopped : asked
}

async function perform(ports: DeskPorts, deed: Deed, { actor, by, key }: DoneBy): Promise<Outcome<null>> {
  const { database, ids } = ports
  const { action, subject, reason, user } = deed
  const detail = { ...deed.detail, basis: by.basis }
  const touched = user === null ? [] : [ids.write('user', user)]
  const entry = auditEntry(action, { actor, subject, reason, detail }, touched)
  const refusedAs = user === null ? 'halt_refused' : 'suspension_refused'
  const { begun, command } = await database.transaction(async (client) => {
    const wanted = deed.command(by, await claimOf(client, deed, by))
    const beginning = { entry, refusedAs, command: wanted, key, asked: null } as const
    return { command: wanted, begun: await beginDeed(client, beginning) }
  })
  const told = await doBegun(ports, begun, command)
  if (!told.ok) return told
  // sessions and lists are read from the tables
  await ports.reads.current()
  if (action === 'user_disabled' && user !== null) {
    const ended = await database.transaction((client) => endEntrances(client, user, 'all'))
    ports.sessionsEnded(ended, closeCode.userDisabled)
  }
  return done(null)
}

async function claimOf(client: Queryable, { claim, user }: Deed, { asker, approver, basis }: ByWhom): Promise<number> {
  if (claim === null || user === null) return 0
  const roleOf = async (id: number): Promise<(typeof operatorRoles)[number] | null> => {
    const role = id === 0 ? undefined : (await operatorById(client, id))?.role
    return operatorRoles.find((one) => one === role) ?? null
  }
  const confirmedBy = basis === 'confirmed' ? await roleOf(approver) : null
  return insertSuspensionClaim(client, { ...claim, userId: user, askedBy: await roleOf(asker), confirmedBy })
}

async function holderOf({ database }: Pick<DeskPorts, 'database'>, user: number): Promise<{ holder: HolderId }> {
  const person = await personById(database, user)
  return { holder: person?.realHolder ?? person?.demoHolder ?? -1 }
}

async function freezeDeed(ports: DeskPorts, order: FreezeOrder): Promise<Outcome<Deed>> {
  const { user, ground, reference, reason } = order
  const person = await personById(ports.database, user)
  const holder = person?.realHolder ?? person?.demoHolder ?? null
  if (holder === null) return refused('user_unknown')
  const maxMs = holderSuspensionMaxMs('freeze', ground)
  const durationMs = order.days === undefined ? maxMs : order.days * dayMs
  if (durationMs > maxMs) return refused('suspension_too_long', { hours: String(maxMs / hourMs) })
  return done({
    action: 'account_frozen',
    subject: ports.ids.write('user', user),
    reason,
    detail: { ground, reference, days: String(durationMs / dayMs) },
    user,
    claim: { kind: 'freeze', reference },
    command: (by, claim) => ({ type: 'suspendHolder', holder, kind: 'freeze', ground, claim, durationMs, ...by }),
  })
}

async function disableDeed(ports: DeskPorts, order: DisableOrder): Promise<Outcome<Deed>> {
  const { user, ground, reason } = order
  const person = await personById(ports.database, user)
  const holder = person?.realHolder ?? person?.demoHolder ?? null
  if (holder === null) return refused('user_unknown')
  const durationMs = order.days === undefined ? disableMaxMs : order.days * dayMs
  return done({
    action: 'user_disabled',
    subject: ports.ids.write('user', user),
    reason,
    detail: { ground, days: String(durationMs / dayMs) },
    user,
    claim: { kind: 'disable', reference: '' },
    command: (by, claim) => ({ type: 'suspendHolder', holder, kind: 'disable', ground, claim, durationMs, ...by }),
  })
}

function haltDeed({ catalogue }: DeskPorts, order: HaltOrder): Outcome<Deed> {
  const { halt, ground, reason } = order
  const listing = catalogue.byCode(order.symbol)
  if (listing === undefined) return refused('symbol_unknown')
  const durationMs = order.hours === undefined ? haltMaxMs : order.hours * hourMs
  const { id } = listing
  return done({
    action: 'market_halted',
    subject: order.symbol,
    reason,
    detail: { halt, ground, hours: String(durationMs / hourMs) },
    user: null,
    claim: null,
    command: (by) => ({ type: 'suspendMarket', listing: id, halt, reason, ground, durationMs, ...by }),
  })
}

function resumeDeed({ catalogue }: DeskPorts, order: z.infer<typeof resumePayload>): Outcome<Deed> {
  const listing = catalogue.byCode(order.symbol)
  if (listing === undefined) return refused('symbol_unknown')
  if (listing.halt === 'trading') return refused('suspension_none')
  const { id } = listing
  return done({
    action: 'market_resumed',
    subject: order.symbol,
    reason: order.reason,
    detail: { halt: `${listing.halt} → trading` },
    user: null,
    claim: null,
    command: (by) => ({ type: 'resumeMarket', listing: id, ...by }),
  })
}

const nobody = { asker: 0, approver: 0, basis: 'carried_over' } as const

async function carryOver(exchange: Exchange, command: SuspensionCommand): Promise<void> {
  const told = await exchange.command(house, command)
  // it has its end already: a crash came before that was noted
  if (!told.ok && told.reason !== 'suspension_needs_two') throw new Error(`no end was given: ${told.reason}`)
}

/** Gives what was stopped before there were ends an end, as if it had been confirmed now; called at each start. */
export async function endEndless({
  database,
  exchange,
}: {
  readonly database: Database
  readonly exchange: Exchange
}): Promise<void> {
  for (const { id, userId, holder, ground, reference } of await findEndlessFreezes(database)) {
    const claimed = { userId, kind: 'freeze', reference, askedBy: null, confirmedBy: null } as const
    const claim = await insertSuspensionClaim(database, claimed)
    const durationMs = holderSuspensionMaxMs('freeze', ground)
    await carryOver(exchange, { type: 'suspendHolder', holder, kind: 'freeze', ground, claim, durationMs, ...nobody })
    await noteFreezeEnds(database, id)
  }
  for (const { userId, holder, ground: noted } of await findEndlessDisabled(database)) {
    const ground: HolderGround = disableGrounds.find((one) => one === noted) ?? 'unstated'
    const durationMs = disableMaxMs
    await carryOver(exchange, {
      type: 'suspendHolder',
      holder,
      kind: 'disable',
      ground,
      claim: 0,
      durationMs,
      ...nobody,
    })
    await noteDisablingEnds(database, userId)
  }
  const { listings } = await exchange.ask(house, { type: 'catalogue' })
  for (const { id: listing, terms, haltedUntil } of listings) {
    if (terms.halt === 'trading' || haltedUntil > 0) continue
    const { halt, haltReason: reason } = terms
    const stands = { listing, halt, reason, ground: 'unstated', durationMs: haltMaxMs } as const
    await carryOver(exchange, { type: 'suspendMarket', ...stands, ...nobody })
  }
}
