import type { OptionEventOf } from '@truemark/core/option/event'
import type { OptionView } from '@truemark/core/option/view'
import type { Event } from '@truemark/core/vocabulary'
import { type OrderChange, streamType } from '@truemark/protocol/stream'
import type { Catalogue } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import type { OwnHub } from '../platform/socket/hub.ts'
import {
  type OwnStreamPorts,
  type ToldUpTo,
  type Touched,
  OwnStream,
  TouchedOrders,
  roundOrdersMax,
} from '../platform/socket/ownStream.ts'
import { type Present, optionShape } from './shape.ts'
import { findEntered, findOptionsById } from './store.ts'

export interface OptionStreamOptions extends OwnStreamPorts, Present {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly ids: PublicIds
}

type Entry = OptionEventOf<'optionsEntered'>

interface TouchedOptions {
  readonly orders: ReadonlyMap<number, null>
  readonly entry: Entry | undefined
}

/** The most entries of listings that wait to be sent; older ones give way, and a reader sees them on asking again. */
const entriesMax = 1_000

/** Tells holders what became of their options. */
export function openOptionStream(options: OptionStreamOptions): OwnStream<TouchedOptions> {
  const { catalogue, database, hub, ids } = options
  const touched = new TouchedEntries(hub)
  const tellOne = (view: OptionView): void => {
    const option = optionShape(catalogue, ids, view, options)
    const type = view.status !== 'open' ? view.status : view.entryStamp > 0 ? 'position' : 'new'
    const change: OrderChange = { order_id: option.order_id, game: 'option', type, option }
    hub.toHolder(view.holder, streamType.order, change)
  }
  const tell = async ({ orders, entry }: TouchedOptions, { followed }: ToldUpTo): Promise<void> => {
    await followed()
    for (const view of await findOptionsById(database, [...orders.keys()])) tellOne(view)
    if (entry === undefined) return
    const entered = await findEntered(database, entry, roundOrdersMax)
    for (const view of entered) if (hub.isOpen(view.holder)) tellOne(view)
    const last = entered.at(-1)
    if (last !== undefined && entered.length === roundOrdersMax && last.order < entry.last) {
      touched.again({ ...entry, first: last.order + 1 })
    }
  }
  return new OwnStream(touched, tell, options)
}

/** Options that were touched one by one, and entries of a listing, one a round. */
class TouchedEntries implements Touched<TouchedOptions> {
  readonly #orders: TouchedOrders<null>
  readonly #entries: Entry[] = []

  constructor(hub: OwnHub) {
    this.#orders = new TouchedOrders(hub, (event, add) => {
      if (event.type === 'optionPlaced' || event.type === 'optionSettled' || event.type === 'optionVoided') {
        add(event.holder, event.order, null)
      }
    })
  }

  get isEmpty(): boolean {
    return this.#orders.isEmpty && this.#entries.length === 0
  }

  take(event: Event): void {
    this.#orders.take(event)
    if (event.type !== 'optionsEntered') return
    this.#entries.push(event)
    if (this.#entries.length > entriesMax) this.#entries.shift()
  }

  /** Tells the rest of an entry next. */
  again(entry: Entry): void {
    this.#entries.unshift(entry)
  }

  drain(): TouchedOptions {
    return { orders: this.#orders.drain(), entry: this.#entries.shift() }
  }
}
