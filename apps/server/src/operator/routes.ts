import { deskRoutes } from '@truemark/protocol/routes/desk'
import { pageLimit } from '@truemark/protocol/values'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { completeLink, loginOperator, openLink, operatorShape } from './access.ts'
import { appendAudit, findAudit } from './audit.store.ts'
import { bindMeasures } from './brackets.ts'
import { bindClientErrors } from './clientErrors.ts'
import { bindDerivatives } from './derivatives.ts'
import { bindFactorResets } from './factorResets.ts'
import { bindFeed } from './feed.ts'
import { bindFunding } from './funding.ts'
import { bindHouse } from './house.ts'
import { bindListing } from './listing.ts'
import { bindMailTest } from './mailTest.ts'
import { bindMarkets } from './markets.ts'
import { bindOptions } from './options.ts'
import { bindOperators } from './operators.ts'
import { bindOutbox } from './outbox.ts'
import { bindPeople } from './people.ts'
import { bindProducts } from './products.ts'
import { bindProposals } from './proposalRoutes.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import { bindReadOnly } from './readOnly.ts'
import { bindSettings } from './settings.ts'
import { bindSecurity } from './security.ts'
import { endOperatorSession, operatorById } from './store.ts'
import { holdOperators } from './operators.store.ts'
import { bindStaff } from './staff.ts'
import { bindSuspensions } from './suspensions.ts'
import { bindTouches } from './touches.ts'
import { bindTreasury } from './treasury.ts'
import { bindWaiting } from './waiting.ts'
import { bindWhoDecides } from './whoDecides.ts'

/** Binds the desk's routes. */
export function bindDesk(gateway: Gateway, ports: DeskPorts): void {
  const { database, ids } = ports
  gateway.bind(deskRoutes.deskLinkOpen, ({ body }) => openLink(ports, body.token))
  gateway.bind(deskRoutes.deskLinkComplete, (call) => completeLink(ports, call))
  gateway.bind(deskRoutes.deskLogin, (call) => loginOperator(ports, call))
  gateway.bind(deskRoutes.deskLogout, async ({ caller }) => {
    const actor = await actorOf(ports, caller)
    await database.transaction(async (client) => {
      await holdOperators(client)
      await endOperatorSession(client, Number(caller.sessionId.replace(/\D/g, '')))
      await appendAudit(client, { actor, action: 'operator_logout', subject: actor.name, reason: '', detail: {} })
    })
    ports.sessionsEnded([caller.sessionId])
    return done(null)
  })
  gateway.bind(deskRoutes.deskMe, async ({ caller }) => {
    const operator = await operatorById(database, caller.userId)
    return operator === null ? refused('login_required') : done(operatorShape(ids, operator))
  })
  bindSecurity(gateway, ports)
  bindPeople(gateway, ports)
  bindOutbox(gateway, ports)
  bindMailTest(gateway, ports)
  bindReadOnly(gateway, ports)
  bindMarkets(gateway, ports)
  bindListing(gateway, ports)
  bindProducts(gateway, ports)
  bindDerivatives(gateway, ports)
  bindMeasures(gateway, ports)
  bindOptions(gateway, ports)
  bindFunding(gateway, ports)
  bindFeed(gateway, ports)
  bindHouse(gateway, ports)
  bindSettings(gateway, ports)
  bindOperators(gateway, ports)
  bindProposals(gateway, ports)
  bindTreasury(gateway, ports)
  bindTouches(gateway, ports)
  bindFactorResets(gateway, ports)
  bindClientErrors(gateway, ports)
  bindSuspensions(gateway, ports)
  bindWaiting(gateway, ports)
  bindWhoDecides(gateway, ports)
  bindStaff(gateway, ports)
  gateway.bind(deskRoutes.deskAudit, async ({ query }) => {
    const before = query.cursor === undefined ? undefined : Number(query.cursor)
    if (before !== undefined && !Number.isSafeInteger(before)) return refused('field_malformed')
    const limit = pageLimit(query.limit)
    const rows = await findAudit(database, {
      actor: query.actor,
      action: query.action,
      from: query.from === undefined ? undefined : Number(query.from),
      to: query.to === undefined ? undefined : Number(query.to),
      before,
      limit,
    })
    const last = rows.at(-1)
    const cursor = last !== undefined && rows.length === limit ? String(last.id) : null
    return done({
      items: rows.map((row) => ({ ...row, id: String(row.id), detail: { ...row.detail }, touched: [...row.touched] })),
      cursor,
    })
  })
}
