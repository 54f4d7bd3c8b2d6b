import type { HolderId } from '@truemark/core/ledger/holders'
import { type DeskUser, deskRoutes } from '@truemark/protocol/routes/desk'
import type { Balance } from '@truemark/protocol/routes/account'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { pageLimit } from '@truemark/protocol/values'
import { balanceShape } from '../account/door.ts'
import { house } from '../engine/door.ts'
import {
  type Person,
  findPeople,
  isNobodysEmail,
  personById,
  reopenPerson,
  sessionsOf,
  tellStanding,
} from '../identity/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import { appendAudit, noteReading } from './audit.store.ts'
import { findOwnerOf, numberedKinds } from './numbers.store.ts'
import { ownAccountRefusal } from './ownAccount.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import { disablePerson, release } from './suspensions.ts'
import { findDisabling } from './suspensions.store.ts'

const sessionsShown = 50

function shapeOf({ ids }: DeskPorts, person: Person): DeskUser {
  return {
    uid: ids.write('user', person.id),
    email: person.email,
    phone: person.phone,
    nickname: person.nickname,
    country: person.country,
    realm: person.guest ? 'demo' : 'real',
    guest: person.guest,
    disabled: person.disabled,
    real_name: { primary: person.realName, advanced: person.advancedName },
    invite_code: person.inviteCode,
    created: person.createdAt,
    last_seen: person.activeAt,
  }
}

/** Binds what the desk sees and does of people. */
export function bindPeople(gateway: Gateway, ports: DeskPorts): void {
  const { database, ids } = ports
  gateway.bind(deskRoutes.deskUsers, async ({ caller, query }) => {
    const before = query.cursor === undefined ? undefined : ids.read('user', query.cursor)
    if (before === null) return refused('field_malformed')
    const limit = pageLimit(query.limit)
    const id = query.search === undefined ? undefined : await searchedNumber(ports, query.search.trim())
    const actor = await actorOf(ports, caller)
    const items = await database.transaction(async (client) => {
      const rows = await findPeople(client, {
        search: query.search?.trim(),
        id,
        realm: query.realm,
        disabled: query.disabled === undefined ? undefined : query.disabled === 'true',
        before,
        limit,
      })
      const shown = rows.map((row) => ids.write('user', row.id))
      await noteReading(client, { actor, action: 'users_listed', shown, touched: shown })
      return rows.map((row) => shapeOf(ports, row))
    })
    if (items.length === 0 && (await isNobodysEmail(database, query.search))) return refused('email_not_registered')
    return done({ items, cursor: items.length === limit ? (items.at(-1)?.uid ?? null) : null })
  })
  gateway.bind(deskRoutes.deskUserOne, ({ caller, params }) => oneUser(ports, caller, params.id))
  gateway.bind(deskRoutes.deskUserDisable, async ({ caller, params, body }) => {
    const id = ids.read('user', params.id)
    const person = id === null ? null : await personById(database, id)
    if (person === null) return refused('user_unknown')
    const own = await ownAccountRefusal(database, person.id, caller.userId)
    if (own !== null) return own
    const { disabled, ground, reason } = body
    if (!disabled) {
      const enabled = await enable(ports, caller, person, reason)
      return enabled.ok ? done(shapeOf(ports, { ...person, disabled })) : enabled
    }
    if (ground === undefined) return refused('field_malformed')
    const stopped = await disablePerson(ports, caller, { user: person.id, ground, days: body.days, reason })
    return stopped.ok ? done(shapeOf(ports, { ...person, disabled })) : stopped
  })
}

/** The person whose number, or whose order's, deposit's or other thing's number, is searched for. */
async function searchedNumber({ database, ids }: DeskPorts, text: string): Promise<number | undefined> {
  const person = ids.read('user', text)
  if (person !== null) return person
  for (const kind of numberedKinds) {
    const number = ids.read(kind, text)
    if (number !== null) return (await findOwnerOf(database, kind, number)) ?? undefined
  }
  return undefined
}

// who closed their account is let in again by the desk alone; whom operators disabled, the engine lets go on
async function enable(ports: DeskPorts, caller: Caller, { id }: Person, reason: string): Promise<Outcome<null>> {
  const { database, ids } = ports
  if ((await findDisabling(database, id)) !== null) return release(ports, caller, { user: id, kind: 'disable', reason })
  const actor = await actorOf(ports, caller)
  const subject = ids.write('user', id)
  await database.transaction(async (client) => {
    const entry = { actor, action: 'user_enabled', subject, reason, detail: {}, touched: [subject] } as const
    await appendAudit(client, entry)
    await reopenPerson(client, id)
  })
  await tellStanding(ports, id)
  return done(null)
}

async function oneUser(
  ports: DeskPorts,
  caller: Caller,
  uid: string,
): Promise<Outcome<AnswerOf<typeof deskRoutes.deskUserOne>>> {
  const { database, ids } = ports
  const id = ids.read('user', uid)
  const person = id === null ? null : await personById(database, id)
  if (person === null) return refused('user_unknown')
  const actor = await actorOf(ports, caller)
  // nobody reads a person's data unseen: the entry stands before the answer
  await database.transaction((client) =>
    appendAudit(client, { actor, action: 'user_read', subject: uid, reason: '', detail: {}, touched: [uid] }),
  )
  const holder = person.realHolder ?? person.demoHolder ?? -1
  const { orders } = await ports.exchange.ask(house, { type: 'spotOrders', holder })
  const sessions = await sessionsOf(database, person.id, sessionsShown)
  return done({
    user: shapeOf(ports, person),
    balances: await balancesOf(ports, holder),
    open_orders: orders.length,
    sessions: sessions.map((session) => ({
      id: ids.write('session', session.id),
      realm: session.realm,
      device: session.device,
      created: session.createdAt,
      last_seen: session.seenAt,
    })),
  })
}

async function balancesOf({ exchange, catalogue, market }: DeskPorts, holder: HolderId): Promise<Balance[]> {
  const { balances } = await exchange.ask(house, { type: 'balances', holder })
  const indexOf = (symbol: string): string | null => market.view.figures(symbol).index
  return balances.map((stand) => balanceShape(catalogue, indexOf, stand))
}
