import { localeDefault } from '@truemark/protocol/locale'
import { type OrderChange, streamType } from '@truemark/protocol/stream'
import type { Database } from '../platform/postgres/database.ts'
import {
  type OwnStreamPorts,
  type ToldUpTo,
  type Touch,
  OwnStream,
  TouchedOrders,
} from '../platform/socket/ownStream.ts'
import { findBodies } from './bodies.ts'
import { type Shaping, orderShape } from './shape.ts'
import { type MiningRow, findMiningById } from './store.ts'

export interface MiningStreamOptions extends OwnStreamPorts, Shaping {
  readonly database: Database
}

const roundInterval = 200

/** Tells holders what became of their orders of locked mining. */
export function openMiningStream(options: MiningStreamOptions): OwnStream<ReadonlyMap<number, null>> {
  const { database, hub } = options
  const tell = async (touched: ReadonlyMap<number, null>, { followed }: ToldUpTo): Promise<void> => {
    await followed()
    const rows = await findMiningById(database, [...touched.keys()])
    const texts = await findBodies(
      database,
      rows.map(({ draft }) => draft),
    )
    for (const row of rows) {
      // the name is the one in English: a socket speaks no language, and a screen has its own from the list
      const mining = orderShape(options, row, texts.get(row.draft), localeDefault)
      const change: OrderChange = { order_id: mining.order_id, game: 'mining', type: changeOf(row), mining }
      hub.toHolder(row.holder, streamType.order, change)
    }
  }
  return new OwnStream(new TouchedOrders(hub, touch), tell, options, roundInterval)
}

const touch: Touch<null> = (event, add) => {
  if (event.type === 'miningOpened' || event.type === 'miningDone' || event.type === 'miningRedeemed') {
    add(event.holder, event.order, null)
  } else if (event.type === 'miningPaid') for (const { holder, order } of event.lines) add(holder, order, null)
}

function changeOf({ status, daysPaid }: MiningRow): OrderChange['type'] {
  if (status === 'settled') return 'settled'
  if (status === 'history') return 'closed'
  return daysPaid > 0 ? 'position' : 'new'
}
