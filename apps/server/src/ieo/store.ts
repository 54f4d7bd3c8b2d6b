import { realms, type HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import {
  type Fact,
  type Projection,
  type RowOf,
  type RowWriter,
  type StoredOf,
  amount,
  bool,
  holder,
  int2,
  int4,
  integer,
  readModel,
  word,
} from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** Launches; quantities in passes. */
const projects = readModel(
  'ieo_project',
  {
    project: int4('id'),
    draft: integer(),
    realm: word(realms),
    currency: int2(),
    passQuantity: amount(),
    passPrice: amount(),
    supply: int4(),
    applicationMin: int4(),
    holderMax: int4(),
    opensAt: integer(),
    closesAt: integer(),
    marketAt: integer(),
    launchedAt: integer(),
  },
  { applied: integer(), passes: integer(), ended: bool(), canceled: bool() },
)
export type ProjectRow = RowOf<typeof projects>

const subscriptions = readModel('ieo_subscription', {
  subscription: integer('id'),
  holder: holder(),
  project: int4(),
  applied: int4(),
  amount: amount(),
  subscribedAt: integer(),
})

/** Launches and applications. */
export const ieoProjection: Projection<Event> = {
  name: 'ieo',
  wants: [
    'ieoLaunched',
    'ieoSubscribed',
    'ieoWindowEnded',
    'ieoAllotted',
    'ieoDelivered',
    'ieoCanceled',
    'ieoReturned',
  ],
  apply: async (facts, writer) => {
    // whatever stands in one batch, what is changed was made before
    const launched = facts.flatMap(({ event, time }) =>
      event.type === 'ieoLaunched'
        ? [{ ...event.terms, project: event.project, draft: event.terms.text, launchedAt: time }]
        : [],
    )
    await writer.copy(projects, launched)
    await subscribe(writer, facts)
    for (const { event } of facts) {
      if (event.type === 'ieoWindowEnded') {
        await writer.query('UPDATE ieo_project SET ended = true WHERE id = $1', [event.project])
      } else if (event.type === 'ieoCanceled') {
        await writer.query('UPDATE ieo_project SET canceled = true WHERE id = $1', [event.project])
      }
    }
    await allot(writer, facts)
    await close(writer, facts)
  },
}

async function subscribe(writer: RowWriter, facts: readonly Fact<Event>[]): Promise<void> {
  const subscribed = facts.flatMap(({ event, time }) =>
    event.type === 'ieoSubscribed' ? [{ ...event, subscribedAt: time }] : [],
  )
  const applied = new Map<number, number>()
  for (const one of subscribed) applied.set(one.project, (applied.get(one.project) ?? 0) + one.applied)
  if (applied.size === 0) return
  await writer.copy(subscriptions, subscribed)
  await writer.query(
    `UPDATE ieo_project AS p SET applied = p.applied + c.applied FROM unnest($1::int[], $2::bigint[]) AS c (id, applied)
     WHERE p.id = c.id`,
    [[...applied.keys()], [...applied.values()]],
  )
}

async function allot(writer: Queryable, facts: readonly Fact<Event>[]): Promise<void> {
  const allotted = facts.flatMap(({ event, time }) => (event.type === 'ieoAllotted' ? [{ event, time }] : []))
  if (allotted.length === 0) return
  await writer.query(
    `UPDATE ieo_subscription AS s SET passes = c.passes, cost = c.cost, allotted_at = c.time
     FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[]) AS c (id, passes, cost, time) WHERE s.id = c.id`,
    [
      allotted.map(({ event }) => event.subscription),
      allotted.map(({ event }) => event.passes),
      allotted.map(({ event }) => event.cost),
      allotted.map(({ time }) => time),
    ],
  )
  const passes = new Map<number, number>()
  for (const { event } of allotted) passes.set(event.project, (passes.get(event.project) ?? 0) + event.passes)
  await writer.query(
    `UPDATE ieo_project AS p SET passes = p.passes + c.passes FROM unnest($1::int[], $2::bigint[]) AS c (id, passes)
     WHERE p.id = c.id`,
    [[...passes.keys()], [...passes.values()]],
  )
}

async function close(writer: Queryable, facts: readonly Fact<Event>[]): Promise<void> {
  for (const [type, column] of [
    ['ieoDelivered', 'delivered_at'],
    ['ieoReturned', 'returned_at'],
  ] as const) {
    const closed = facts.flatMap(({ event, time }) => (event.type === type ? [{ id: event.subscription, time }] : []))
    if (closed.length === 0) continue
    await writer.query(
      `UPDATE ieo_subscription AS s SET ${column} = c.time FROM unnest($1::bigint[], $2::bigint[]) AS c (id, time)
       WHERE s.id = c.id`,
      [closed.map(({ id }) => id), closed.map(({ time }) => time)],
    )
  }
}

/** The launches of a realm, newest first, at most `limit`. */
export async function findProjects(database: Queryable, realm: (typeof realms)[number], limit: number) {
  const { rows } = await database.query<StoredOf<typeof projects>>(
    'SELECT * FROM ieo_project WHERE realm = $1 ORDER BY id DESC LIMIT $2',
    [realms.indexOf(realm), limit],
  )
  return rows.map(projects.read)
}

/** The launches that came of drafts, by draft. */
export async function findLaunched(database: Queryable, drafts: readonly number[]) {
  const { rows } = await database.query<StoredOf<typeof projects>>(
    'SELECT * FROM ieo_project WHERE draft = ANY($1::bigint[])',
    [drafts],
  )
  return new Map(rows.map(projects.read).map((row) => [row.draft, row]))
}

/** A launch by its number; null where there is none. */
export async function findProject(database: Queryable, id: number): Promise<ProjectRow | null> {
  const { rows } = await database.query<StoredOf<typeof projects>>('SELECT * FROM ieo_project WHERE id = $1', [id])
  const [row] = rows
  return row === undefined ? null : projects.read(row)
}

/** What a holder has applied for, by project, in passes. */
export async function findOwnApplied(database: Queryable, holder: HolderId): Promise<ReadonlyMap<number, number>> {
  const { rows } = await database.query<{ project: number; applied: string }>(
    'SELECT project, sum(applied) AS applied FROM ieo_subscription WHERE holder = $1 GROUP BY project',
    [holder],
  )
  return new Map(rows.map(({ project, applied }) => [project, integerOf(applied)]))
}

/** An application with its launch. */
export interface SubscriptionRow {
  readonly subscription: number
  readonly holder: HolderId
  readonly project: ProjectRow
  readonly applied: number
  readonly amount: bigint
  readonly subscribedAt: number
  readonly passes: number | null
  readonly cost: bigint | null
  readonly delivered: boolean
  readonly returned: boolean
}

type FoundSubscription = StoredOf<typeof projects> & {
  subscription: string
  holder: HolderId
  own_applied: number
  amount: string
  subscribed_at: string
  own_passes: number | null
  cost: string | null
  delivered_at: string | null
  returned_at: string | null
}

function subscriptionOf(row: FoundSubscription): SubscriptionRow {
  return {
    subscription: integerOf(row.subscription),
    holder: row.holder,
    project: projects.read(row),
    applied: row.own_applied,
    amount: BigInt(row.amount),
    subscribedAt: integerOf(row.subscribed_at),
    passes: row.own_passes,
    cost: row.cost === null ? null : BigInt(row.cost),
    delivered: row.delivered_at !== null,
    returned: row.returned_at !== null,
  }
}

const subscriptionSelect = `SELECT s.id AS subscription, s.holder, s.applied AS own_applied, s.amount, s.subscribed_at,
  s.passes AS own_passes, s.cost, s.delivered_at, s.returned_at, p.*
  FROM ieo_subscription AS s JOIN ieo_project AS p ON p.id = s.project`

/** A holder's applications, newest first, those before `before`, at most `limit`. */
export async function findSubscriptions(
  database: Queryable,
  { holder, before, limit }: { readonly holder: HolderId; readonly before: number | null; readonly limit: number },
): Promise<SubscriptionRow[]> {
  const { rows } = await database.query<FoundSubscription>(
    `${subscriptionSelect} WHERE s.holder = $1 AND s.id < $2 ORDER BY s.id DESC LIMIT $3`,
    [holder, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(subscriptionOf)
}
