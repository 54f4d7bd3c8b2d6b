import type { HolderId } from '@truemark/core/ledger/holders'
import { client } from '@truemark/protocol/client'
import { findRecordsOf, recordShape } from '../account/door.ts'
import { findFillsOf, findFillsOfOrder } from './history.store.ts'
import { findLiquidationOf } from './liquidation.store.ts'
import { liquidationShape } from './liquidations.ts'
import type { DerivativePorts } from './ports.ts'
import { fillShape } from './shape.ts'
import { type FillRow, type StoredPosition } from './tables.ts'

const linesMax = client.pageLimitMax
/** A line is written with the batch that it belongs to, whose time is the row's own. */
const always = { from: 0, to: Number.MAX_SAFE_INTEGER } as const

/** What may be shown of one order or position beside itself. */
export interface Subject {
  readonly holder: HolderId
  /** The order's, ticket's or position's number. */
  readonly id: number
  readonly position: StoredPosition | null
  readonly acceptedAt: number
}

/** The last fills and ledger lines of an order or a position, newest first. */
export async function historyOf(ports: DerivativePorts, subject: Subject) {
  const { database } = ports
  const fills: FillRow[] =
    subject.position === null
      ? await findFillsOfOrder(database, subject.id, linesMax)
      : await findFillsOf(database, subject.position, linesMax)
  const refs = [...new Set([subject.id, ...fills.map(({ order }) => order)])]
  const span = { ...always, from: subject.acceptedAt }
  // orders, tickets and positions are numbered alike
  const subjects = { kinds: ['derivative', 'funding'], refs } as const
  const lines = await findRecordsOf(database, subject.holder, subjects, span, linesMax)
  return {
    fills: fills.map((fill) => fillShape(ports, fill)),
    records: lines.map((line) => recordShape(ports, line)),
  }
}

/** How a ticket or position was liquidated; null where it was not. */
export async function liquidationOf(ports: DerivativePorts, position: StoredPosition | null) {
  if (position === null) return null
  const to = position.endedAt ?? Number.MAX_SAFE_INTEGER
  const { holder, position: id, openedAt } = position
  const start = await findLiquidationOf(ports.database, holder, position.kind === 'cross' ? 0 : id, openedAt, to)
  return start === null ? null : liquidationShape(ports, start)
}
