import { type ListQuery, placeInList } from '../engine/door.ts'
import type { HistoryFilter } from './history.store.ts'
import type { Caller } from '../platform/http/session.ts'
import { fullPage } from '../platform/http/page.ts'
import type { DerivativePorts } from './ports.ts'

/** Where a list's rows come from: of what is open the engine tells, with its figures at the mark. */
export interface ListedFrom<View extends { readonly listing: number }, Row, Item> {
  readonly open: () => Promise<readonly View[]>
  readonly stored: (filter: HistoryFilter) => Promise<readonly Row[]>
  readonly viewId: (view: View) => number
  readonly rowId: (row: Row) => number
  readonly viewShape: (view: View) => Item
  readonly rowShape: (row: Row) => Item
  readonly itemId: (item: Item) => string
}

/** Answers with a page of what is open, of what is over, or of both, newest first. */
export async function listed<View extends { readonly listing: number }, Row, Item>(
  ports: DerivativePorts,
  { holder }: Caller,
  query: ListQuery,
  from: ListedFrom<View, Row, Item>,
) {
  const place = placeInList(ports, 'derivative', query)
  if (!place.ok) return place
  const { limit, before, listing } = place.data
  // asked first: what is over by then stands in the rows
  const open = query.status === 'history' ? [] : await from.open()
  if (query.status === 'open') {
    const views = open
      .filter((view) => (listing ?? view.listing) === view.listing && from.viewId(view) < (before ?? Infinity))
      .toSorted((a, b) => from.viewId(b) - from.viewId(a))
    return fullPage(views.slice(0, limit).map(from.viewShape), limit, from.itemId)
  }
  await ports.reads.current()
  const rows = await from.stored({ holder, limit, before, listing, status: query.status })
  const byId = new Map(open.map((view) => [from.viewId(view), view]))
  const items = rows.map((row) => {
    const view = byId.get(from.rowId(row))
    return view === undefined ? from.rowShape(row) : from.viewShape(view)
  })
  return fullPage(items, limit, from.itemId)
}
