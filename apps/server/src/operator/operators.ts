import { type OperatorRole, operatorRole } from '@truemark/protocol/routes/desk'
import { type DeskOperator, deskOperatorRoutes as routes } from '@truemark/protocol/routes/deskOperators'
import * as z from 'zod/mini'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageIn } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { makeLinkIn } from './access.ts'
import { actingOf } from './acting.ts'
import { appendAudit } from './audit.store.ts'
import { enablePlan } from './confirmation.ts'
import {
  type ListedOperator,
  endOperatorSessions,
  findOperator,
  findOperators,
  holdOperators,
  isLastAdministrator,
  liveSessions,
  setOperatorDisabled,
  setRole,
} from './operators.store.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import type { Doer } from './proposalKind.ts'
import { lockProposal } from './proposals.store.ts'
import { settleStaff } from './staff.ts'
import { heldCaller, sessionIdOf } from './standing.ts'
import { hasLink, operatorsEver } from './store.ts'

const invitePayload = z.object({ role: operatorRole })
const rolePayload = z.object({ operator: z.int(), role: operatorRole })
const enablePayload = z.object({ operator: z.int() })

type By = Pick<Doer, 'actor' | 'reason'> & { readonly people: 1 | 2 }

// where one approves alone, who asked and who approved are one
function byOf({ actor, reason, asker, approver }: Doer): By {
  return { actor, reason, people: asker === approver ? 1 : 2 }
}

/** Binds the operators themselves: who they are, and how they come, change and go. */
export function bindOperators(gateway: Gateway, ports: DeskPorts): void {
  const { database, ids, proposals } = ports
  defineKinds(ports)
  gateway.bind(routes.deskOperators, async ({ query }) => {
    const page = pageIn(await findOperators(database), query, ({ id }) => String(id))
    if (page === null) return refused('field_malformed', { field: 'cursor' })
    const items = page.items.map((row) => shapeOf(ports, row))
    return done({ items, cursor: page.cursor, single_operator: proposals.singleOperator })
  })
  gateway.bind(routes.deskOperatorInvite, ({ caller, body }) => invite(ports, caller, body))
  gateway.bind(routes.deskOperatorLink, ({ caller, params }) => invitationLink(ports, caller, params.id))
  gateway.bind(routes.deskOperatorRole, async ({ caller, params, body }) => {
    const { role, reason } = body
    const operator = ids.read('operator', params.id)
    if (operator === null) return refused('operator_unknown')
    const gate = await proposals.gate(caller, 'operator_role', { operator, role }, reason)
    if (gate !== null) return gate
    const actor = await actorOf(ports, caller)
    const changed = await database.transaction((client) =>
      changeRole(client, operator, role, { actor, reason, people: 1 }),
    )
    if (!changed.ok) return changed
    await forget(ports, operator)
    return oneOf(ports, operator)
  })
  gateway.bind(routes.deskOperatorDisable, async ({ caller, params, body }) => {
    const { disabled, reason } = body
    const operator = ids.read('operator', params.id)
    if (operator === null) return refused('operator_unknown')
    if (!disabled) {
      const gate = await proposals.gate(caller, 'operator_enable', { operator }, reason)
      if (gate !== null) return gate
    }
    const by = { actor: await actorOf(ports, caller), reason, people: 1 } as const
    if (disabled) return disable(ports, operator, by)
    const enabled = await database.transaction((client) => enable(client, operator, by))
    if (!enabled.ok) return enabled
    await settleStaff(ports)
    return oneOf(ports, operator)
  })
}

function shapeOf({ ids }: DeskPorts, { id, name, role, disabled, createdAt, seenAt, sessions }: ListedOperator) {
  return { id: ids.write('operator', id), name, role, disabled, created: createdAt, last_seen: seenAt, sessions }
}

async function oneOf(ports: DeskPorts, id: number): Promise<Outcome<DeskOperator>> {
  const row = await findOperator(ports.database, id)
  return row === null ? refused('operator_unknown') : done(shapeOf(ports, row))
}

function defineKinds(ports: DeskPorts): void {
  const { database, proposals } = ports
  proposals.define('operator_invite', {
    access: 'desk_operators',
    payload: invitePayload,
    plan: async ({ role }) => done({ subject: role, detail: { role } }),
  })
  proposals.define('operator_role', {
    access: 'desk_operators',
    payload: rolePayload,
    plan: async ({ operator, role }) => {
      const row = await findOperator(database, operator)
      if (row === null) return refused('operator_unknown')
      return done({ subject: row.name, detail: { role: `${row.role} → ${role}` } })
    },
    within: (client, { operator, role }, doer) => changeRole(client, operator, role, byOf(doer)),
    after: async ({ operator }) => done(await forget(ports, operator)),
  })
  proposals.define('operator_enable', {
    access: 'desk_operators',
    payload: enablePayload,
    plan: async ({ operator }) => {
      const row = await findOperator(database, operator)
      if (row === null) return refused('operator_unknown')
      return done(enablePlan(row))
    },
    within: (client, { operator }, doer) => enable(client, operator, byOf(doer)),
    after: async () => {
      await settleStaff(ports)
      return done(null)
    },
  })
}

// the second operator is invited by the first alone: there is nobody else to ask. Who was disabled counts, or one could
// disable everybody else and bring in a puppet who approves
async function invite(
  ports: DeskPorts,
  caller: Caller,
  { role, reason }: { role: OperatorRole; reason: string },
): Promise<Outcome<{ link: string }>> {
  if ((await operatorsEver(ports.database)) > 1) {
    const gate = await ports.proposals.gate(caller, 'operator_invite', { role }, reason)
    if (gate !== null) return gate
  }
  const actor = await actorOf(ports, caller)
  const link = await ports.database.transaction((client) => makeLinkIn(client, role, { actor, reason, people: 1 }))
  return done({ link })
}

/**
 * Makes the link of an approved invitation, once, for who asked for it: nobody who decided on it ever sees it, and who
 * comes by it is confirmed by another than who saw it.
 */
async function invitationLink(ports: DeskPorts, asked: Caller, text: string): Promise<Outcome<{ link: string }>> {
  const { database, ids, proposals } = ports
  const id = ids.read('proposal', text)
  if (id === null) return refused('proposal_unknown')
  return database.transaction(async (client): Promise<Outcome<{ link: string }>> => {
    const caller = await heldCaller(client, asked)
    if (caller === null) return refused('login_required')
    const row = await lockProposal(client, id)
    if (row === null || row.kind !== 'operator_invite') return refused('proposal_unknown')
    if (row.askedBy !== caller.userId) return refused('permission_insufficient')
    if (!proposals.stand.mayTakeLink(caller, row) || (await hasLink(client, id))) return refused('proposal_ended')
    const { role } = z.parse(invitePayload, JSON.parse(row.payload))
    const actor = await actingOf(client, caller)
    return done({ link: await makeLinkIn(client, role, { actor, reason: row.reason, people: 2, proposal: id }) })
  })
}

async function changeRole(client: Queryable, id: number, role: OperatorRole, by: By): Promise<Outcome<null>> {
  await holdOperators(client)
  const row = await findOperator(client, id)
  if (row === null) return refused('operator_unknown')
  if (role !== 'administrator' && (await isLastAdministrator(client, id))) return refused('last_administrator')
  await setRole(client, id, role)
  const { actor, reason, people } = by
  const detail = { role: `${row.role} → ${role}`, people: String(people) }
  await appendAudit(client, { actor, action: 'operator_role_changed', subject: row.name, reason, detail })
  return done(null)
}

async function enable(client: Queryable, id: number, { actor, reason, people }: By): Promise<Outcome<null>> {
  const row = await findOperator(client, id)
  if (row === null) return refused('operator_unknown')
  await setOperatorDisabled(client, id, false)
  const detail = { role: row.role, people: String(people) }
  await appendAudit(client, { actor, action: 'operator_enabled', subject: row.name, reason, detail })
  return done(null)
}

async function disable(ports: DeskPorts, id: number, { actor, reason }: By): Promise<Outcome<DeskOperator>> {
  const ended = await ports.database.transaction(async (client): Promise<Outcome<number[]>> => {
    await holdOperators(client)
    const row = await findOperator(client, id)
    if (row === null) return refused('operator_unknown')
    if (await isLastAdministrator(client, id)) return refused('last_administrator')
    await setOperatorDisabled(client, id, true)
    const sessions = await endOperatorSessions(client, id)
    const detail = { role: row.role, sessions: String(sessions.length), people: '1' }
    await appendAudit(client, { actor, action: 'operator_disabled', subject: row.name, reason, detail })
    return done(sessions)
  })
  if (!ended.ok) return ended
  ports.sessionsEnded(ended.data.map(sessionIdOf))
  // nothing of the desk is seen any more by whose account was tagged
  await settleStaff(ports)
  return oneOf(ports, id)
}

// a role that was changed holds from the next call on
async function forget(ports: DeskPorts, id: number): Promise<void> {
  ports.sessionsEnded((await liveSessions(ports.database, id)).map(sessionIdOf))
}
