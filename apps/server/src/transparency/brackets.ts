import { type BracketChange, transparencyRoutes as routes } from '@truemark/protocol/routes/transparency'
import { bracketsShape } from '../derivative/door.ts'
import { placeInList } from '../engine/door.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace } from '../platform/http/page.ts'
import { findBracketChanges } from './brackets.store.ts'
import type { TransparencyPorts } from './ports.ts'

/** Binds the public history of maintenance brackets. */
export function bindBrackets(gateway: Gateway, ports: TransparencyPorts): void {
  const { catalogue, database, ids } = ports
  gateway.bind(routes.bracketsPublic, async ({ query }) => {
    const place = placeInList(ports, 'bracketChange', query)
    if (!place.ok) return place
    await ports.reads.current()
    const rows = await findBracketChanges(database, place.data, place.data.limit)
    const items = rows.map((row): BracketChange => ({
      id: ids.write('bracketChange', row.id),
      symbol: catalogue.listing(row.listing).code,
      change: row.change,
      brackets: bracketsShape(catalogue, row.brackets),
      effective_time: row.effectiveAt,
      time: row.time,
    }))
    return pageAtPlace(items, place.data, ({ id }) => id)
  })
}
