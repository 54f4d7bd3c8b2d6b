import { deskProposalRoutes as routes } from '@truemark/protocol/routes/deskProposals'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import { noteReading } from './audit.store.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import { findProposals } from './proposals.store.ts'

/** Binds what waits for a second person, and the decision. */
export function bindProposals(gateway: Gateway, ports: DeskPorts): void {
  const { database, ids, now, proposals } = ports
  gateway.bind(routes.deskProposals, async ({ caller, query }) => {
    const place = placeIn(ids, 'proposal', query)
    if (place === null) return refused('field_malformed')
    const rows = await findProposals(database, {
      isOpen: query.queue !== 'done',
      now: now(),
      kinds: proposals.stand.kindsOf(caller),
      askedBy: caller.userId,
      from: place.before,
      limit: place.limit,
    })
    const personal = rows.filter((row) => proposals.stand.touchedBy(row).length > 0)
    const shown = personal.map(({ id }) => ids.write('proposal', id))
    const touched = personal.flatMap((row) => proposals.stand.touchedBy(row))
    const actor = await actorOf(ports, caller)
    await database.transaction((client) => noteReading(client, { actor, action: 'proposals_listed', shown, touched }))
    const items = rows.map((row) => proposals.stand.shape(caller, row))
    return pageAtPlace(items, place, ({ id }) => id)
  })
  gateway.bind(routes.deskProposalDecide, async ({ caller, params, body }) => {
    const id = ids.read('proposal', params.id)
    if (id === null) return refused('proposal_unknown')
    const decided = await proposals.decide(caller, id, body)
    return decided.ok ? done({ proposal: decided.data }) : decided
  })
  gateway.bind(routes.deskProposalCallOff, async ({ caller, params, body }) => {
    const id = ids.read('proposal', params.id)
    if (id === null) return refused('proposal_unknown')
    const called = await proposals.callOff(caller, id, body.reason)
    return called.ok ? done({ proposal: called.data }) : called
  })
}
