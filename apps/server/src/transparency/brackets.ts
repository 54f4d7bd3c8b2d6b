import { type BracketChange, transparencyRoutes as routes } from '@truemark/protocol/routes/transparency'
import { bracketsShape } from '../derivative/door.ts'
import { refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import { findBracketChanges } from './brackets.store.ts'
import type { TransparencyPorts } from './ports.ts'

/** Binds the public history of maintenance brackets. */
export function bindBrackets(gateway: Gateway, ports: TransparencyPorts): void {
  const { catalogue, database, ids } = ports
  gateway.bind(routes.bracketsPublic, async ({ query }) => {
    const place = placeIn(ids, 'bracketChange', query)
    if (place === null) return refused('field_malformed')
    const listing = query.symbol === undefined ? undefined : catalogue.byCode(query.symbol)?.id
    if (query.symbol !== undefined && listing === undefined) return refused('symbol_unknown')
    await ports.reads.current()
    const rows = await findBracketChanges(database, { listing, before: place.before }, place.limit)
    const items = rows.map((row): BracketChange => ({
      id: ids.write('bracketChange', row.id),
      symbol: catalogue.listing(row.listing).code,
      change: row.change,
      brackets: bracketsShape(catalogue, row.brackets),
      effective_time: row.effectiveAt,
      time: row.time,
    }))
    return pageAtPlace(items, place, ({ id }) => id)
  })
}
