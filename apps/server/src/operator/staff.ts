import { holderRow } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { type StaffDeclaration, type StaffStanding, staffRoutes as routes } from '@truemark/protocol/routes/staff'
import * as z from 'zod/mini'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { house } from '../engine/door.ts'
import { personById } from '../identity/door.ts'
import { appendAudit } from './audit.store.ts'
import { findOperator } from './operators.store.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import type { Doer } from './proposalKind.ts'
import {
  apart,
  endTag,
  findDeclared,
  findStaff,
  findStaffAccounts,
  findStaffHolders,
  findStaffVolume,
  findTagged,
  insertTag,
  keepDeclared,
} from './staff.store.ts'
import { operatorNumbers } from './whoDecides.store.ts'

const tagPayload = z.object({ operator: z.int(), user: z.int(), staff: z.boolean() })
type Tag = z.infer<typeof tagPayload>

/** Binds the customer accounts of those who work at the desk: what each says of their own, and what everyone reads of it. */
export function bindStaff(gateway: Gateway, ports: DeskPorts): void {
  const { database, ids, proposals } = ports
  defineTag(ports)
  gateway.bind(routes.deskStaff, async ({ caller }) => done(await standingOf(ports, caller.userId)))
  gateway.bind(routes.deskStaffNone, async ({ caller }) => {
    const actor = await actorOf(ports, caller)
    const declared = ports.now()
    await database.transaction(async (client) => {
      await keepDeclared(client, caller.userId, declared)
      const detail = { declared: String(declared) }
      await appendAudit(client, { actor, action: 'staff_declared', subject: actor.name, reason: '', detail })
    })
    return done(await standingOf(ports, caller.userId))
  })
  gateway.bind(routes.deskStaffAccount, async ({ caller, params, body }) => {
    const user = ids.read('user', params.id)
    const operator = body.operator === undefined ? caller.userId : ids.read('operator', body.operator)
    if (user === null) return refused('user_unknown')
    if (operator === null) return refused('operator_unknown')
    const tag = { operator, user, staff: body.staff }
    const gate = await proposals.gate(caller, 'staff_account', tag, body.reason)
    if (gate !== null) return gate
    const by = { actor: await actorOf(ports, caller), reason: body.reason }
    const set = await database.transaction((client) => setTag(ports, client, tag, by))
    if (!set.ok) return set
    ports.personChanged(user)
    await settleStaff(ports)
    return done(null)
  })
  gateway.bind(routes.staffPublic, async () => {
    await ports.reads.current()
    const numbers = await operatorNumbers(database)
    const staff = (await findStaff(database)).flatMap(({ name, role, declared, accounts, taggedLast }) => {
      const operator = numbers.get(name.toLowerCase())
      if (operator === undefined) return []
      const said = saidBy(accounts, declared)
      return [{ operator, role, declared: said, accounts, since: said === 'accounts' ? taggedLast : declared }]
    })
    const volume = (await findStaffVolume(database)).map(({ notional, scale, ...row }) => {
      return { ...row, notional: formatDecimal(notional, scale) }
    })
    return done({ operators: staff, accounts: staff.reduce((sum, { accounts }) => sum + accounts, 0), volume })
  })
}

function saidBy(accounts: number, declared: number | null): StaffDeclaration {
  return accounts > 0 ? 'accounts' : declared === null ? 'undeclared' : 'none'
}

async function standingOf({ database, ids }: DeskPorts, operator: number): Promise<StaffStanding> {
  const accounts = await findStaffAccounts(database, operator)
  return {
    declared: saidBy(accounts.length, await findDeclared(database, operator)),
    accounts: accounts.map(({ userId, since }) => ({ uid: ids.write('user', userId), since })),
  }
}

function defineTag(ports: DeskPorts): void {
  const { database, ids, proposals } = ports
  proposals.define('staff_account', {
    access: 'desk',
    payload: tagPayload,
    plan: async (tag) => {
      const checked = await checkedTag(ports, database, tag)
      if (!checked.ok) return checked
      const { name, was } = checked.data
      return done({ subject: ids.write('user', tag.user), detail: { staff: `${was} → ${tag.staff}`, operator: name } })
    },
    within: (client, tag, { actor, reason }) => setTag(ports, client, tag, { actor, reason }),
    // what an account may do holds from the next call on, in the sessions that it has
    after: async ({ user }) => {
      ports.personChanged(user)
      await settleStaff(ports)
      return done(null)
    },
  })
}

interface Checked {
  /** The operator's name. */
  readonly name: string
  readonly was: boolean
  readonly uid: string
}

// a guest has no real money, and an account that is tagged as one's is not another's
async function checkedTag({ ids }: DeskPorts, client: Queryable, tag: Tag): Promise<Outcome<Checked>> {
  const person = await personById(client, tag.user)
  if (person === null || person.realHolder === null) return refused('user_unknown')
  const operator = await findOperator(client, tag.operator)
  if (operator === null) return refused('operator_unknown')
  const holds = await findTagged(client, tag.user)
  if (holds !== null && holds !== tag.operator) return refused('operator_unknown')
  return done({ name: operator.name, was: holds !== null, uid: ids.write('user', tag.user) })
}

async function setTag(
  ports: DeskPorts,
  client: Queryable,
  tag: Tag,
  { actor, reason }: Pick<Doer, 'actor' | 'reason'>,
): Promise<Outcome<null>> {
  const checked = await checkedTag(ports, client, tag)
  if (!checked.ok) return checked
  const { name, was, uid } = checked.data
  if (was === tag.staff) return done(null)
  const now = ports.now()
  const isSet = tag.staff
    ? await insertTag(client, { userId: tag.user, operator: tag.operator, now })
    : await endTag(client, tag.user, now)
  if (!isSet) return done(null)
  const action = tag.staff ? 'staff_account_tagged' : 'staff_account_untagged'
  const detail = { account: uid, number: String(tag.user) }
  await appendAudit(client, { actor, action, subject: name, reason, detail, touched: [uid] })
  return done(null)
}

/**
 * Tells the engine whose tags are other than the table says: after a decision, a disabling, a crash between the two, or an
 * upgrade. The engine is asked first, so that what is decided meanwhile is never taken back.
 */
export async function settleStaff({ database, exchange }: Pick<DeskPorts, 'database' | 'exchange'>): Promise<void> {
  const { tags } = await exchange.ask(house, { type: 'staffTags' })
  const told = new Set(tags.map(({ holder }) => holderRow(holder)))
  const tagged = await findStaffHolders(database)
  for (const holder of apart(tagged, told)) {
    const answer = await exchange.command(house, { type: 'tagStaff', holder, staff: tagged.includes(holder) })
    if (!answer.ok) throw new Error(`the engine refused a tag: ${answer.reason}`)
  }
}
