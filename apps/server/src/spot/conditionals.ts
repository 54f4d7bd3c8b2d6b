import type { ConditionalView } from '@truemark/core/spot/conditional'
import { type SpotConditional, spotConditionalRoutes } from '@truemark/protocol/routes/spotConditional'
import { type ListPlace, execute, placeInList, sourceOf } from '../engine/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import { findConditionals, findConditionalsById } from './conditionals.store.ts'
import { figuresOf } from './figures.ts'
import { parseConditional, parseTrailing } from './parseConditional.ts'
import type { SpotPorts } from './ports.ts'
import { conditionalShape } from './shape.ts'

/** Binds the routes of orders that wait for a price. */
export function bindConditionals(gateway: Gateway, ports: SpotPorts): void {
  const { catalogue, database, ids, reads } = ports
  const answer = {
    conditional: ({ view }: { readonly view: Omit<ConditionalView, 'other' | 'trail'> }) =>
      done(shape(ports, { ...view, other: null, trail: null })),
    conditionalPair: ({ view }: { readonly view: Omit<ConditionalView, 'trail'> }) =>
      done(shape(ports, { ...view, trail: null })),
    conditionalTrailing: ({ view }: { readonly view: Omit<ConditionalView, 'other'> }) =>
      done(shape(ports, { ...view, other: null })),
  }
  gateway.bindLenient(spotConditionalRoutes.spotConditionalPlace, (call) => {
    const { holder } = call.caller
    const command = parseConditional(catalogue, holder, call.body, call.wellFormed, call.fault ?? '')
    return execute(ports, call, command, answer, ({ reason, params }) =>
      refused(reason, figuresOf(ports, reason, command.symbol) ?? params),
    )
  })
  gateway.bindLenient(spotConditionalRoutes.spotTrailingPlace, (call) => {
    const { holder } = call.caller
    const command = parseTrailing(catalogue, holder, call.body, call.wellFormed, call.fault ?? '')
    return execute(ports, call, command, answer, ({ reason, params }) =>
      refused(reason, figuresOf(ports, reason, command.symbol) ?? params),
    )
  })
  gateway.bind(spotConditionalRoutes.spotConditionalCancel, (call) => {
    const { holder } = call.caller
    const order = ids.read('order', call.params.id)
    if (order === null) return refused('order_unknown')
    const command = { type: 'cancelSpotConditional', holder, order } as const
    return execute(ports, call, command, answer, async ({ reason }) => {
      if (reason !== 'order_done') return refused(reason)
      // the engine forgets whose one was that is done with waiting; another's comes before one that is done
      if (reads.isOthers('spot', order, holder)) return refused('not_owner')
      const [known] = await findConditionalsById(database, [order])
      if (known === undefined) return refused('order_unknown')
      return refused(known.holder === holder ? 'order_done' : 'not_owner')
    })
  })
  gateway.bind(spotConditionalRoutes.spotConditionals, async ({ caller, query }) => {
    const place = placeInList(ports, 'order', query)
    if (!place.ok) return place
    const rows = await rowsOf[query.status ?? 'all'](ports, caller, place.data)
    const items = rows.map((row) => shape(ports, row))
    return pageAtPlace(items, place.data, ({ order_id }) => order_id)
  })
}

const rowsOf = {
  open: waitingRows,
  history: (ports: SpotPorts, caller: Caller, place: ListPlace) => storedRows(ports, caller, place, 'history'),
  all: allRows,
}

function shape({ catalogue, ids, simulated }: SpotPorts, view: ConditionalView): SpotConditional {
  return conditionalShape(catalogue, ids, view, simulated())
}

async function waitingRows(
  { exchange }: SpotPorts,
  caller: Caller,
  { before, limit, listing }: ListPlace,
): Promise<ConditionalView[]> {
  const ask = { type: 'spotConditionals', holder: caller.holder } as const
  const { conditionals } = await exchange.ask(sourceOf(caller), ask)
  return conditionals
    .filter((one) => (listing === undefined || one.listing === listing) && (before === null || one.order < before))
    .toReversed()
    .slice(0, limit)
}

async function storedRows(
  { database, reads }: SpotPorts,
  { holder }: Caller,
  place: ListPlace,
  status: 'history' | undefined,
): Promise<ConditionalView[]> {
  await reads.settled(holder)
  return findConditionals(database, { holder, status, ...place })
}

// what a price that follows the index has seen by now the engine alone knows
async function allRows(ports: SpotPorts, caller: Caller, place: ListPlace): Promise<ConditionalView[]> {
  const rows = await storedRows(ports, caller, place, undefined)
  if (!rows.some(({ status, trail }) => status === 'waiting' && trail !== null)) return rows
  const { conditionals } = await ports.exchange.ask(sourceOf(caller), {
    type: 'spotConditionals',
    holder: caller.holder,
  })
  return rows.map((row) => (row.status === 'waiting' && conditionals.find(({ order }) => order === row.order)) || row)
}
