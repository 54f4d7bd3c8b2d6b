import type { HolderId } from '@truemark/core/ledger/holders'
import {
  type HolderSuspensionKind,
  disableGrounds,
  freezeGrounds,
  haltGrounds,
  suspensionBases,
  suspensionOutcomes,
} from '@truemark/core/suspension/words'
import type { Event } from '@truemark/core/vocabulary'
import { operatorRoles } from '@truemark/protocol/access'
import { type SuspensionCount, type SuspensionKind, suspensionKinds } from '@truemark/protocol/routes/suspensions'
import type { Disabling, Freeze } from '@truemark/protocol/routes/touches'
import type { Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

const groundsOf = { freeze: freezeGrounds, disable: disableGrounds, halt: haltGrounds } as const

type Begun = Extract<Event, { type: 'holderSuspended' | 'marketSuspended' }>

async function begin(writer: Queryable, event: Begun, time: number): Promise<void> {
  const isHalt = event.type === 'marketSuspended'
  const kind: SuspensionKind = isHalt ? 'halt' : event.kind
  const grounds: readonly string[] = groundsOf[kind]
  const { suspension, ground, until, asker, approver, basis } = event
  await writer.query(
    `INSERT INTO suspension (id, kind, holder, listing, ground, claim, basis, asker, approver, began_at, until, renewed)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0)
     ON CONFLICT (id) DO UPDATE SET ground = excluded.ground, claim = excluded.claim, basis = excluded.basis,
       asker = excluded.asker, approver = excluded.approver, until = excluded.until,
       renewed = suspension.renewed + (suspension.basis <> $12)::int`,
    [
      suspension,
      suspensionKinds.indexOf(kind),
      isHalt ? null : event.holder,
      isHalt ? event.listing : null,
      grounds.indexOf(ground),
      isHalt ? 0 : event.claim,
      suspensionBases.indexOf(basis),
      asker,
      approver,
      time,
      until,
      suspensionBases.indexOf('emergency'),
    ],
  )
}

/** What operators stopped for a time. */
export const suspensionProjection: Projection<Event> = {
  name: 'suspension',
  wants: ['holderSuspended', 'holderReleased', 'marketSuspended', 'marketResumed'],
  apply: async (facts, writer) => {
    for (const { event, time } of facts) {
      if (event.type === 'holderSuspended' || event.type === 'marketSuspended') await begin(writer, event, time)
      else if (event.type === 'holderReleased' || event.type === 'marketResumed') {
        const outcome = suspensionOutcomes.indexOf(event.outcome)
        await writer.query('UPDATE suspension SET ended_at = $2, outcome = $3 WHERE id = $1', [
          event.suspension,
          time,
          outcome,
        ])
      }
    }
  },
}

type Role = Freeze['asked_by']

/** What is personal of a suspension: its reference, and the roles of who asked for it and who confirmed it. */
export interface SuspensionClaim {
  readonly userId: number
  readonly kind: HolderSuspensionKind
  readonly reference: string
  readonly askedBy: Role
  readonly confirmedBy: Role
}

/** Keeps a suspension's claim; gives its number. */
export async function insertSuspensionClaim(client: Queryable, claim: SuspensionClaim): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO suspension_claim (user_id, kind, reference, asked_role, confirmed_role) VALUES ($1, $2, $3, $4, $5)
     RETURNING id`,
    [claim.userId, claim.kind, claim.reference, claim.askedBy, claim.confirmedBy],
  )
  return integerOf(rows[0]?.id ?? '0')
}

interface Stored {
  user_id: string
  ground: number
  basis: number
  began_at: string
  until: string
  reference: string | null
  asked_role: string | null
  confirmed_role: string | null
}

async function findStanding(
  client: Queryable,
  kind: HolderSuspensionKind,
  userIds: readonly number[],
): Promise<Stored[]> {
  const { rows } = await client.query<Stored>(
    `SELECT u.id AS user_id, s.ground, s.basis, s.began_at, s.until, c.reference, c.asked_role, c.confirmed_role
     FROM app_user AS u JOIN suspension AS s ON s.holder = coalesce(u.real_holder, u.demo_holder)
       LEFT JOIN suspension_claim AS c ON c.id = s.claim
     WHERE u.id = ANY($1) AND s.kind = $2 AND s.ended_at IS NULL`,
    [userIds, suspensionKinds.indexOf(kind)],
  )
  return rows
}

function roleOf(text: string | null): Role {
  return operatorRoles.find((role) => role === text) ?? null
}

function lastingOf({ began_at, until, basis, asked_role, confirmed_role }: Stored) {
  return {
    since: integerOf(began_at),
    until: integerOf(until),
    basis: wordAt(suspensionBases, basis),
    asked_by: roleOf(asked_role),
    confirmed_by: roleOf(confirmed_role),
  }
}

/** The freezes that hold now on any of these accounts, by person. */
export async function findFreezes(client: Queryable, userIds: readonly number[]): Promise<Map<number, Freeze>> {
  const rows = await findStanding(client, 'freeze', userIds)
  return new Map(
    rows.map((row) => [
      integerOf(row.user_id),
      { ground: wordAt(freezeGrounds, row.ground), reference: row.reference ?? '', ...lastingOf(row) },
    ]),
  )
}

/** The freeze of an account that holds now; null where there is none. */
export async function findFreeze(client: Queryable, userId: number): Promise<Freeze | null> {
  return (await findFreezes(client, [userId])).get(userId) ?? null
}

/** Why operators have disabled a person, and until when; null where they have not. */
export async function findDisabling(client: Queryable, userId: number): Promise<Disabling | null> {
  const [row] = await findStanding(client, 'disable', [userId])
  if (row === undefined) return null
  const ground = wordAt(disableGrounds, row.ground)
  return { ground: ground === 'unstated' ? null : ground, ...lastingOf(row) }
}

/** Counts by kind and ground, in the order of the lists. */
export async function countSuspensions(client: Queryable): Promise<SuspensionCount[]> {
  const { rows } = await client.query<{
    kind: number
    ground: number
    total: string
    open: string
    unconfirmed: string
    lapsed: string
    expired: string
    lifted: string
    renewed: string
    mean_ms: string | null
  }>(
    `SELECT kind, ground, count(*) AS total, count(*) FILTER (WHERE ended_at IS NULL) AS open,
       count(*) FILTER (WHERE ended_at IS NULL AND basis = $1) AS unconfirmed,
       count(*) FILTER (WHERE outcome = $2) AS lapsed, count(*) FILTER (WHERE outcome = $3) AS expired,
       count(*) FILTER (WHERE outcome = $4) AS lifted, sum(renewed) AS renewed,
       floor(avg(ended_at - began_at)) AS mean_ms
     FROM suspension GROUP BY kind, ground ORDER BY kind, ground`,
    [
      suspensionBases.indexOf('emergency'),
      suspensionOutcomes.indexOf('lapsed'),
      suspensionOutcomes.indexOf('expired'),
      suspensionOutcomes.indexOf('lifted'),
    ],
  )
  return rows.map((row) => {
    const kind = wordAt(suspensionKinds, row.kind)
    return {
      kind,
      ground: wordAt<SuspensionCount['ground']>(groundsOf[kind], row.ground),
      total: integerOf(row.total),
      open: integerOf(row.open),
      unconfirmed: integerOf(row.unconfirmed),
      lapsed: integerOf(row.lapsed),
      expired: integerOf(row.expired),
      lifted: integerOf(row.lifted),
      renewed: integerOf(row.renewed),
      mean_ms: row.mean_ms === null ? null : integerOf(row.mean_ms),
    }
  })
}

/** The freezes that were placed before there were ends. */
export async function findEndlessFreezes(
  client: Queryable,
): Promise<{ id: number; userId: number; holder: HolderId; ground: Freeze['ground']; reference: string }[]> {
  const { rows } = await client.query<{
    id: string
    user_id: string
    holder: number
    ground: Freeze['ground']
    reference: string
  }>(
    `SELECT f.id, f.user_id, coalesce(u.real_holder, u.demo_holder) AS holder, f.ground, f.reference FROM account_freeze AS f
       JOIN app_user AS u ON u.id = f.user_id
     WHERE f.lifted_at IS NULL AND coalesce(u.real_holder, u.demo_holder) IS NOT NULL ORDER BY f.id`,
  )
  return rows.map((row) => ({ ...row, id: integerOf(row.id), userId: integerOf(row.user_id) }))
}

/** Says that a freeze has an end, which the engine knows. */
export async function noteFreezeEnds(client: Queryable, id: number): Promise<void> {
  await client.query('UPDATE account_freeze SET lifted_at = now() WHERE id = $1', [id])
}
