import type { HolderId } from '@truemark/core/ledger/holders'
import {
  type ConditionalView,
  conditionalEnds,
  conditionalStatuses,
  conditionalView,
  waitingOf,
} from '@truemark/core/spot/conditional'
import type { Event } from '@truemark/core/vocabulary'
import type { Fact, Projection, StoredOf } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { type ConditionalRow, conditionals } from './tables.ts'

/** What ended of one that waits: it became an order, or did not. */
interface Ending extends Pick<ConditionalView, 'order' | 'status' | 'reason' | 'refusal' | 'updatedAt'> {
  /** Of one that followed the index how far it had seen it. */
  readonly extremeTenths: number | null
}

/** What facts do to the table: new ones, and ends of older ones; one that was triggered and then refused has two. */
export function conditionalRowsOf(facts: readonly Fact<Event>[]): {
  readonly created: readonly ConditionalView[]
  readonly ended: readonly Ending[]
} {
  const created = new Map<number, ConditionalView>()
  const ended = new Map<number, Ending>()
  for (const { event, time } of facts) {
    switch (event.type) {
      case 'spotConditionalPlaced':
      case 'spotPairPlaced':
      case 'spotTrailingPlaced':
        created.set(event.order, conditionalView(waitingOf(event, time)))
        break
      case 'spotConditionalTriggered':
      case 'spotTrailingTriggered': {
        const extremeTenths = 'extremeTenths' in event ? event.extremeTenths : null
        const { order } = event
        ended.set(order, { order, status: 'triggered', reason: null, refusal: '', updatedAt: time, extremeTenths })
        break
      }
      case 'spotConditionalEnded': {
        const { order, reason, refusal } = event
        const extremeTenths = ended.get(order)?.extremeTenths ?? null
        ended.set(order, { order, status: 'ended', reason, refusal, updatedAt: time, extremeTenths })
        break
      }
      default:
    }
  }
  const standing = [...created.values()].map((one) => endedOf(one, ended.get(one.order)))
  return { created: standing, ended: [...ended.values()].filter(({ order }) => !created.has(order)) }
}

function endedOf(one: ConditionalView, ending: Ending | undefined): ConditionalView {
  if (ending === undefined) return one
  const { extremeTenths, ...end } = ending
  return {
    ...one,
    ...end,
    trail: one.trail && { ...one.trail, extremeTenths: extremeTenths ?? one.trail.extremeTenths },
  }
}

/** Orders that wait for a price. */
export const conditionalProjection: Projection<Event> = {
  name: 'spotConditional',
  wants: [
    'spotConditionalPlaced',
    'spotPairPlaced',
    'spotTrailingPlaced',
    'spotConditionalTriggered',
    'spotTrailingTriggered',
    'spotConditionalEnded',
  ],
  apply: async (facts, writer) => {
    const { created, ended } = conditionalRowsOf(facts)
    await writer.copy(conditionals, created.map(rowOf))
    await endThem(writer, ended)
  },
}

function rowOf({ other, trail, ...view }: ConditionalView): ConditionalRow {
  const leg = other && { otherKind: other.kind, otherTrigger: other.trigger, otherPrice: other.price }
  return {
    ...view,
    ...(leg ?? { otherKind: null, otherTrigger: null, otherPrice: null }),
    trailRate: trail?.rate ?? null,
    extremeTenths: trail?.extremeTenths ?? null,
  }
}

function viewOf(stored: StoredOf<typeof conditionals>): ConditionalView {
  const row = conditionals.read(stored)
  const { otherKind: kind, otherTrigger: trigger, otherPrice: price, trailRate: rate, extremeTenths, ...view } = row
  const passing = view.passing === 'fall' ? 'rise' : 'fall'
  const isPair = kind !== null && trigger !== null && price !== null
  return {
    ...view,
    other: isPair ? { kind, trigger, price, passing } : null,
    trail: rate === null || extremeTenths === null ? null : { rate, extremeTenths },
  }
}

async function endThem(writer: Queryable, ended: readonly Ending[]): Promise<void> {
  if (ended.length === 0) return
  const { rowCount } = await writer.query(
    `UPDATE spot_conditional AS c SET status = e.status, reason = e.reason, refusal = e.refusal, updated_at = e.updated_at,
       extreme_tenths = coalesce(e.extreme_tenths, c.extreme_tenths)
     FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::text[], $5::bigint[], $6::bigint[])
       AS e (id, status, reason, refusal, updated_at, extreme_tenths)
     WHERE c.id = e.id`,
    [
      ended.map(({ order }) => order),
      ended.map(({ status }) => conditionalStatuses.indexOf(status)),
      ended.map(({ reason }) => (reason === null ? null : conditionalEnds.indexOf(reason))),
      ended.map(({ refusal }) => refusal),
      ended.map(({ updatedAt }) => updatedAt),
      ended.map(({ extremeTenths }) => extremeTenths),
    ],
  )
  if (rowCount !== ended.length) throw new Error(`${ended.length} waits ended, but ${rowCount} of them have rows`)
}

export interface ConditionalFilter {
  readonly holder: HolderId
  readonly listing?: number | undefined
  /** Those that are done with waiting; without it all. */
  readonly status?: 'history' | undefined
  /** The last of the page before. */
  readonly before?: number | null
  readonly limit: number
}

const waiting = conditionalStatuses.indexOf('waiting')

/** A holder's that pass the filter, newest first, at most `limit`. */
export async function findConditionals(database: Queryable, filter: ConditionalFilter): Promise<ConditionalView[]> {
  const values: unknown[] = [filter.holder, filter.before ?? Number.MAX_SAFE_INTEGER, filter.limit]
  const where = ['holder = $1', 'id < $2']
  if (filter.listing !== undefined) where.push(`listing = $${values.push(filter.listing)}`)
  if (filter.status !== undefined) where.push(`status <> ${waiting}`)
  const { rows } = await database.query<StoredOf<typeof conditionals>>(
    `SELECT * FROM spot_conditional WHERE ${where.join(' AND ')} ORDER BY id DESC LIMIT $3`,
    values,
  )
  return rows.map(viewOf)
}

/** Those with these numbers, oldest first. */
export async function findConditionalsById(database: Queryable, ids: readonly number[]): Promise<ConditionalView[]> {
  const { rows } = await database.query<StoredOf<typeof conditionals>>(
    'SELECT * FROM spot_conditional WHERE id = ANY($1::bigint[]) ORDER BY id',
    [ids],
  )
  return rows.map(viewOf)
}
