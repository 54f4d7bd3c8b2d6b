import { localeId } from '@truemark/protocol/values'
import { type Canned, deskSupportRoutes as routes } from '@truemark/protocol/routes/deskSupport'
import { actingOf, actorOf, appendAudit } from '../operator/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { paged } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import {
  type CannedRow,
  type CannedTexts,
  changeCanned,
  findCanned,
  findCannedAll,
  insertCanned,
  removeCanned,
} from './canned.store.ts'
import { findSupportOperator, findSupportOperators, setSupportOperator } from './operators.store.ts'
import { type SupportPorts, cannedMax } from './ports.ts'
import { supportRoles } from './supportStream.ts'

/** Binds who works in customer service, and the answers that are ready. */
export function bindSupportDesk(gateway: Gateway, ports: SupportPorts): void {
  const { database, ids, support, operatorSockets } = ports
  gateway.bind(routes.deskSupportOperators, async ({ query }) => {
    const rows = await findSupportOperators(database, supportRoles)
    const operators = rows.map((row) => {
      const { id, name, shown, available, chats } = row
      return { id: ids.write('operator', id), name, shown, available, online: support.isThere(row), chats }
    })
    return paged(operators, query, ({ id }) => id)
  })
  gateway.bind(routes.deskSupportMe, async ({ caller }) => done(await findSupportOperator(database, caller.userId)))
  gateway.bind(routes.deskSupportMeChange, async ({ caller, body }) => {
    const { shown, available } = body
    const next = { shown: shown.trim(), available }
    const actor = await actorOf(ports, caller)
    await database.transaction(async (client) => {
      await setSupportOperator(client, caller.userId, next)
      const detail = { shown: next.shown, available: String(available) }
      await appendAudit(client, { actor, action: 'support_presence_set', subject: actor.name, reason: '', detail })
    })
    await support.look()
    return done(next)
  })
  gateway.bind(routes.deskSocket, async ({ caller }) => {
    const { token, expireAt } = operatorSockets.token(caller.sessionId, ports.now())
    // so that who has just been given a role is told of chats from the start
    void support.look()
    return done({ path: ports.socketPath, token, expire_at: expireAt })
  })
  bindCanned(gateway, ports)
}

function bindCanned(gateway: Gateway, ports: SupportPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.deskCanned, async () => {
    return done((await findCannedAll(database, cannedMax)).map((row) => shapeOf(ports, row)))
  })
  gateway.bind(routes.deskCannedMake, async ({ caller, body }) => {
    const texts = filled(body.texts)
    if (texts.en === undefined) return refused('canned_english_missing')
    const made = await database.transaction(async (client) => {
      const id = await insertCanned(client, { title: body.title.trim(), texts, operator: caller.userId }, cannedMax)
      if (id !== null) await audit(client, caller, 'canned_made', body.title)
      return id
    })
    if (made === null) return refused('canned_too_many', { max: String(cannedMax) })
    const row = await findCanned(database, made)
    return row === null ? refused('canned_unknown') : done(shapeOf(ports, row))
  })
  gateway.bind(routes.deskCannedChange, async ({ caller, params, body }) => {
    const id = ids.read('canned', params.id)
    if (id === null) return refused('canned_unknown')
    const texts = filled(body.texts)
    if (texts.en === undefined) return refused('canned_english_missing')
    const isChanged = await database.transaction(async (client) => {
      const change = { title: body.title.trim(), texts, operator: caller.userId }
      if (!(await changeCanned(client, id, change))) return false
      await audit(client, caller, 'canned_changed', body.title)
      return true
    })
    const row = isChanged ? await findCanned(database, id) : null
    return row === null ? refused('canned_unknown') : done(shapeOf(ports, row))
  })
  gateway.bind(routes.deskCannedRemove, async ({ caller, params }) => {
    const id = ids.read('canned', params.id)
    if (id === null) return refused('canned_unknown')
    const isRemoved = await database.transaction(async (client) => {
      const title = await removeCanned(client, id)
      if (title === null) return false
      await audit(client, caller, 'canned_removed', title)
      return true
    })
    return isRemoved ? done(null) : refused('canned_unknown')
  })
}

function shapeOf({ ids }: SupportPorts, { id, title, texts, updatedAt, updatedBy }: CannedRow): Canned {
  return { id: ids.write('canned', id), title, texts, updated: updatedAt, updated_by: updatedBy }
}

/** A language that was left empty has none. */
function filled(texts: CannedTexts): CannedTexts {
  const found: CannedTexts = {}
  for (const id of localeId.options) {
    const text = texts[id]?.trim()
    if (text !== undefined && text !== '') found[id] = text
  }
  return found
}

async function audit(
  client: Queryable,
  caller: Caller,
  action: `canned_${'made' | 'changed' | 'removed'}`,
  subject: string,
): Promise<void> {
  await appendAudit(client, { actor: await actingOf(client, caller), action, subject, reason: '', detail: {} })
}
