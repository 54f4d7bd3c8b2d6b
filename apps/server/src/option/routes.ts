import type { Listing } from '@truemark/core/book/listing'
import type { OptionView } from '@truemark/core/option/view'
import { type OptionExit, optionRoutes } from '@truemark/protocol/routes/option'
import { type ListQuery, type SlicePorts, execute, house, placeInList, sourceOf } from '../engine/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import { countVoids, findExits, findSamplesAround } from './exits.store.ts'
import { parseOption } from './parse.ts'
import { type Present, exitShape, optionShape, termsShape } from './shape.ts'
import { findOption, findOptions } from './store.ts'

export type OptionPorts = Present & SlicePorts

/** The samples shown on either side of an exit (ms). */
const aroundMs = 5_000
const samplesMax = 60

/** Binds the routes of options. */
export function bindOption(gateway: Gateway, ports: OptionPorts): void {
  const { exchange, catalogue, reads, ids } = ports
  const shape = (view: OptionView) => optionShape(catalogue, ids, view, ports)
  gateway.bindLenient(optionRoutes.optionOrderPlace, (call) =>
    execute(ports, call, parseOption(call.caller.holder, call.body, call.fault ?? ''), {
      option: ({ view }) => done(shape(view), 'order_placed'),
    }),
  )
  gateway.bind(optionRoutes.optionTerms, async () => {
    const { terms } = await exchange.ask(house, { type: 'optionTerms' })
    return done(terms.map(({ listing, terms: own }) => termsShape(catalogue.listing(listing).code, own)))
  })
  gateway.bind(optionRoutes.optionOrders, ({ caller, query }) => list(ports, caller, query))
  gateway.bind(optionRoutes.optionOrderOne, async ({ caller, params }) => {
    const id = ids.read('option', params.id)
    if (id === null) return refused('order_unknown')
    if (reads.isOthers('option', id, caller.holder)) return refused('not_owner')
    const { options } = await exchange.ask(sourceOf(caller), { type: 'options', holder: caller.holder })
    const open = options.find(({ order }) => order === id)
    if (open !== undefined) return done(shape(open))
    await reads.settled(caller.holder)
    const stored = await findOption(ports.database, id)
    if (stored === null) return refused('order_unknown')
    return stored.holder === caller.holder ? done(shape(stored)) : refused('not_owner')
  })
  bindEvidence(gateway, ports)
}

// what anyone may check
function bindEvidence(gateway: Gateway, ports: OptionPorts): void {
  const { catalogue, database } = ports
  gateway.bind(optionRoutes.optionExits, async ({ params, query }) => {
    const listing = catalogue.byCode(params.symbol)
    if (listing === undefined) return refused('symbol_unknown')
    return done(await exitsOf(ports, listing, Number(query.expiration)))
  })
  gateway.bind(optionRoutes.optionVoids, async () => {
    const counts = await countVoids(database)
    return done(counts.map(({ listing, ...counted }) => ({ symbol: catalogue.listing(listing).code, ...counted })))
  })
}

/** The exits of a market at one moment, each with the recorded seconds around it. */
export async function exitsOf(
  { database }: Pick<OptionPorts, 'database'>,
  listing: Listing,
  expiry: number,
): Promise<OptionExit[]> {
  const exits = await findExits(database, listing.id, expiry)
  const around = { listing: listing.id, from: expiry - aroundMs, to: expiry + aroundMs, limit: samplesMax }
  return Promise.all(
    exits.map(async (exit) =>
      exitShape(listing, exit, await findSamplesAround(database, { ...around, kind: exit.kind })),
    ),
  )
}

interface OptionQuery extends ListQuery {
  readonly type?: 'up' | 'down' | undefined
  readonly outcome?: 'win' | 'loss' | 'tie' | 'void' | undefined
}

async function list(ports: OptionPorts, caller: Caller, query: OptionQuery) {
  const { catalogue, database, ids, exchange, reads } = ports
  const place = placeInList(ports, 'option', query)
  if (!place.ok) return place
  const filter = { direction: query.type, outcome: query.outcome, ...place.data }
  let rows: OptionView[]
  if (query.status === 'open') {
    const { options } = await exchange.ask(sourceOf(caller), { type: 'options', holder: caller.holder })
    rows = options
      .filter((option) => passes(option, filter))
      .toReversed()
      .slice(0, place.data.limit)
  } else {
    await reads.settled(caller.holder)
    rows = await findOptions(database, { ...filter, holder: caller.holder, status: query.status })
  }
  const items = rows.map((row) => optionShape(catalogue, ids, row, ports))
  return pageAtPlace(items, place.data, ({ order_id }) => order_id)
}

interface OpenFilter {
  readonly listing: number | undefined
  readonly direction: string | undefined
  readonly outcome: string | undefined
  readonly before: number | null
}

// an open option has no outcome yet
function passes(option: OptionView, { listing, direction, outcome, before }: OpenFilter): boolean {
  if (outcome !== undefined || (before !== null && option.order >= before)) return false
  return (listing ?? option.listing) === option.listing && (direction ?? option.direction) === option.direction
}
