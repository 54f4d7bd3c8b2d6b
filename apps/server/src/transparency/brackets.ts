import { type BracketChange, transparencyRoutes as routes } from '@truemark/protocol/routes/transparency'
import { pageLimit } from '@truemark/protocol/values'
import { bracketsShape } from '../derivative/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { findBracketChanges } from './brackets.store.ts'
import type { TransparencyPorts } from './ports.ts'

/** Binds the public history of maintenance brackets. */
export function bindBrackets(gateway: Gateway, ports: TransparencyPorts): void {
  const { catalogue, database, ids } = ports
  gateway.bind(routes.bracketsPublic, async ({ query }) => {
    const before = query.cursor === undefined ? undefined : ids.read('bracketChange', query.cursor)
    if (before === null) return refused('field_malformed')
    const listing = query.symbol === undefined ? undefined : catalogue.byCode(query.symbol)?.id
    if (query.symbol !== undefined && listing === undefined) return refused('symbol_unknown')
    await ports.reads.current()
    const limit = pageLimit(query.limit)
    const rows = await findBracketChanges(database, { listing, before }, limit)
    const items = rows.map((row): BracketChange => ({
      id: ids.write('bracketChange', row.id),
      symbol: catalogue.listing(row.listing).code,
      change: row.change,
      brackets: bracketsShape(catalogue, row.brackets),
      effective_time: row.effectiveAt,
      time: row.time,
    }))
    return done({ items, cursor: rows.length === limit ? (items.at(-1)?.id ?? null) : null })
  })
}
