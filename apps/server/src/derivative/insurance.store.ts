import { houseOf, realms, type Realm } from '@truemark/core/ledger/holders'
import { movesOf } from '@truemark/core/moves'
import type { Event } from '@truemark/core/vocabulary'
import {
  type Fact,
  type Projection,
  type RowOf,
  type StoredOf,
  amount,
  int2,
  integer,
  maybe,
  readModel,
  spelt,
  word,
} from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'

/** Why an insurance fund moved. */
const insuranceReasons = ['take_over', 'liquidation', 'funding', 'provided'] as const
type InsuranceReason = (typeof insuranceReasons)[number]

/** The payments into or (below zero) out of the funds; amounts in smallest units of USDT. */
const insuranceMoves = readModel(
  'insurance_move',
  {
    realm: word(realms),
    listing: maybe(int2()),
    amount: amount(),
    balanceAfter: amount(),
    reason: spelt(insuranceReasons),
    time: integer(),
  },
  { id: integer() },
)
export type InsuranceMove = RowOf<typeof insuranceMoves>

/** Every move of the insurance funds, whatever caused it. */
export const insuranceProjection: Projection<Event> = {
  name: 'insurance',
  wants: ['derivativeTraded', 'positionTakenOver', 'fundingPaid', 'houseMoved'],
  apply: async (facts, writer) => {
    const moves = facts.flatMap(insuranceMovesOf)
    if (moves.length === 0) return
    const balances = new Map<Realm, bigint>()
    for (const realm of realms) balances.set(realm, await insuranceBalance(writer, realm))
    const rows = moves.map((move) => {
      const balanceAfter = (balances.get(move.realm) ?? 0n) + move.amount
      balances.set(move.realm, balanceAfter)
      return { ...move, balanceAfter }
    })
    await writer.copy(insuranceMoves, rows)
  },
}

function insuranceMovesOf({ event, time }: Fact<Event>): Omit<InsuranceMove, 'id' | 'balanceAfter'>[] {
  const sums = new Map<Realm, bigint>()
  for (const move of movesOf(event)) {
    const house = move.kind === 'entry' ? houseOf(move.holder) : null
    if (!house || house.account !== 'insurance') continue
    sums.set(house.realm, (sums.get(house.realm) ?? 0n) + move.amount)
  }
  const listing = 'listing' in event ? event.listing : null
  return [...sums]
    .filter(([, amount]) => amount !== 0n)
    .map(([realm, amount]) => ({ realm, listing, amount, reason: reasonOf(event), time }))
}

function reasonOf(event: Event): InsuranceReason {
  if (event.type === 'positionTakenOver') return 'take_over'
  if (event.type === 'derivativeTraded') return 'liquidation'
  return event.type === 'fundingPaid' ? 'funding' : 'provided'
}

/** What stands in a realm's fund by its last move; smallest units of USDT. */
export async function insuranceBalance(database: Queryable, realm: Realm): Promise<bigint> {
  const { rows } = await database.query<{ balance_after: string }>(
    'SELECT balance_after FROM insurance_move WHERE realm = $1 ORDER BY id DESC LIMIT 1',
    [realms.indexOf(realm)],
  )
  return BigInt(rows[0]?.balance_after ?? 0)
}

/** The moves of the funds, of one realm or of both, newest first, older than `before`. */
export async function findInsuranceMoves(
  database: Queryable,
  realm: Realm | undefined,
  before: number | null,
  limit: number,
): Promise<InsuranceMove[]> {
  const values: unknown[] = [before ?? Number.MAX_SAFE_INTEGER, limit]
  const ofRealm = realm === undefined ? '' : ` AND realm = $${values.push(realms.indexOf(realm))}`
  const { rows } = await database.query<StoredOf<typeof insuranceMoves>>(
    `SELECT * FROM insurance_move WHERE id < $1${ofRealm} ORDER BY id DESC LIMIT $2`,
    values,
  )
  return rows.map(insuranceMoves.read)
}
