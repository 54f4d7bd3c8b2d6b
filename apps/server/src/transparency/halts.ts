import { type Halt, transparencyRoutes as routes } from '@truemark/protocol/routes/transparency'
import { pageLimit } from '@truemark/protocol/values'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { findHalts, findSilent } from './halts.store.ts'
import type { TransparencyPorts } from './ports.ts'

/** The markets in which something is traded and whose last sample is older than prices may be, each with since when. */
export async function silentMarkets({
  catalogue,
  database,
  now,
}: Pick<TransparencyPorts, 'catalogue' | 'database' | 'now'>): Promise<{ listing: number; from: number }[]> {
  const silent = await findSilent(database, now())
  return silent.filter(({ listing }) => catalogue.isTraded(catalogue.listing(listing)))
}

/** Binds when trading stood still, and why. */
export function bindHalts(gateway: Gateway, ports: TransparencyPorts): void {
  const { catalogue, database, ids } = ports
  gateway.bind(routes.haltsPublic, async ({ query }) => {
    const before = query.cursor === undefined ? undefined : ids.read('halt', query.cursor)
    if (before === null) return refused('field_malformed')
    const listing = query.symbol === undefined ? undefined : catalogue.byCode(query.symbol)?.id
    if (query.symbol !== undefined && listing === undefined) return refused('symbol_unknown')
    await ports.reads.current()
    const limit = pageLimit(query.limit)
    const rows = await findHalts(database, { listing, before }, limit)
    const last = rows.at(-1)
    const items = rows.map((row): Halt => {
      const { id, listing: place, stopped, cause, reason, from, until } = row
      return { id: ids.write('halt', id), symbol: catalogue.listing(place).code, stopped, cause, reason, from, until }
    })
    const silent = before === undefined ? await silentMarkets(ports) : []
    return done({
      silent: silent
        .filter((one) => listing === undefined || one.listing === listing)
        .map(({ listing: place, from }) => ({ symbol: catalogue.listing(place).code, from })),
      items,
      cursor: last !== undefined && rows.length === limit ? ids.write('halt', last.id) : null,
    })
  })
}
