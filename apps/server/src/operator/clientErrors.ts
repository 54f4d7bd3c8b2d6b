import { dayMs } from '@truemark/core/money/units'
import { type ClientError, deskClientErrorRoutes as routes } from '@truemark/protocol/routes/deskClientErrors'
import { findReports, keptDays, markSeen } from '../content/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { placeIn } from '../platform/http/page.ts'
import { appendAudit } from './audit.store.ts'
import { type DeskPorts, actorOf } from './ports.ts'

const subjectMax = 120

/** Binds what broke in the app of customers. */
export function bindClientErrors(gateway: Gateway, ports: DeskPorts): void {
  const { database, ids, now } = ports
  gateway.bind(routes.deskClientErrors, async ({ query }) => {
    const place = placeIn(ids, 'clientError', query)
    if (place === null) return refused('field_malformed')
    const { before: after, limit } = place
    const filter = { since: now() - keptDays * dayMs, unseen: query.unseen === 'true', after, limit }
    const found = await findReports(database, filter)
    const items = found.map((group): ClientError => ({ ...group, id: ids.write('clientError', group.id) }))
    return done({ items, cursor: items.length === limit ? (items.at(-1)?.id ?? null) : null })
  })
  gateway.bind(routes.deskClientErrorSeen, async ({ caller, params }) => {
    const id = ids.read('clientError', params.id)
    const actor = await actorOf(ports, caller)
    const isSeen = await database.transaction(async (client) => {
      const message = id === null ? null : await markSeen(client, id, now())
      if (message === null) return false
      const subject = message.slice(0, subjectMax)
      await appendAudit(client, { actor, action: 'client_error_seen', subject, reason: '', detail: {} })
      return true
    })
    return isSeen ? done(null) : refused('content_unknown')
  })
}
