import { realms } from '@truemark/core/ledger/holders'
import { deskMiningRoutes as routes } from '@truemark/protocol/routes/deskMining'
import { Drafts } from '../draft/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageIn } from '../platform/http/page.ts'
import { bindMiningControls } from './controls.ts'
import { productShapes, productsOf } from './deskShape.ts'
import { rulesOf } from './drafts.ts'
import type { MiningPorts } from './ports.ts'

/** Binds the desk's work on products: drafts and publishing by two people, switching and rates. */
export function bindMiningDesk(gateway: Gateway, ports: MiningPorts): void {
  const drafts = new Drafts(ports, rulesOf(ports))
  gateway.bind(routes.deskMining, async ({ query }) => {
    const page = pageIn(await productsOf(ports, query.realm), query, ({ product }) => String(product))
    if (page === null) return refused('field_malformed', { field: 'cursor' })
    return done({ items: await productShapes(ports, page.items), cursor: page.cursor })
  })
  gateway.bind(routes.deskMiningDrafts, ({ query }) =>
    drafts.list(query, { group: realms.indexOf(query.realm), open: true }),
  )
  gateway.bind(routes.deskMiningDraftMake, ({ caller, body }) => drafts.make(caller, body))
  gateway.bind(routes.deskMiningDraftChange, ({ caller, params, body }) => drafts.change(caller, params.id, body))
  gateway.bind(routes.deskMiningDraftDrop, ({ caller, params }) => drafts.drop(caller, params.id))
  gateway.bind(routes.deskMiningPublish, ({ caller, params, body }) => drafts.ask(caller, params.id, body))
  bindMiningControls(gateway, ports)
}
