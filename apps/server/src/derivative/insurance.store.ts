import { houseOf, realms, type Realm } from '@truemark/core/ledger/holders'
import { movesOf } from '@truemark/core/moves'
import type { Event } from '@truemark/core/vocabulary'
import { BinaryRows, type Fact, type Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** Why an insurance fund moved. */
export type InsuranceReason = 'take_over' | 'liquidation' | 'funding' | 'provided'

/** One payment into or (below zero) out of a fund; amounts in smallest units of USDT. */
export interface InsuranceMove {
  readonly id: number
  readonly realm: Realm
  readonly listing: number | null
  readonly amount: bigint
  readonly balanceAfter: bigint
  readonly reason: InsuranceReason
  readonly time: number
}

/** Every move of the insurance funds, whatever caused it. */
export const insuranceProjection: Projection<Event> = {
  name: 'insurance',
  wants: ['derivativeTraded', 'positionTakenOver', 'fundingPaid', 'houseMoved'],
  apply: async (facts, writer) => {
    const moves = facts.flatMap(insuranceMovesOf)
    if (moves.length === 0) return
    const balances = new Map<Realm, bigint>()
    for (const realm of realms) balances.set(realm, await insuranceBalance(writer, realm))
    const rows = new BinaryRows()
    for (const { realm, listing, amount, reason, time } of moves) {
      const after = (balances.get(realm) ?? 0n) + amount
      balances.set(realm, after)
      rows.row(6).int2(realms.indexOf(realm))
      if (listing === null) rows.null()
      else rows.int2(listing)
      rows.int8(amount).int8(after).text(reason).int8(time)
    }
    await writer.copy('insurance_move (realm, listing, amount, balance_after, reason, time)', rows)
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
  const { rows } = await database.query<{
    id: string
    realm: number
    listing: number | null
    amount: string
    balance_after: string
    reason: InsuranceReason
    time: string
  }>(
    `SELECT id, realm, listing, amount, balance_after, reason, time FROM insurance_move
     WHERE id < $1${ofRealm} ORDER BY id DESC LIMIT $2`,
    values,
  )
  return rows.map((row) => ({
    id: integerOf(row.id),
    realm: wordAt(realms, row.realm),
    listing: row.listing,
    amount: BigInt(row.amount),
    balanceAfter: BigInt(row.balance_after),
    reason: row.reason,
    time: integerOf(row.time),
  }))
}
