import { type HouseAccount, type Realm, houseAccounts, houseOf, realms } from '@truemark/core/ledger/holders'
import { movesOf } from '@truemark/core/moves'
import type { Event } from '@truemark/core/vocabulary'
import type { Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** Where a result came from. Places are for ever: the table keeps them. */
const results = ['spot', 'derivative', 'funding', 'option'] as const
export type ResultSource = (typeof results)[number]

const sources: Partial<Record<Event['type'], ResultSource>> = {
  spotTraded: 'spot',
  derivativeTraded: 'derivative',
  positionTakenOver: 'derivative',
  fundingPaid: 'funding',
  optionSettled: 'option',
}

/** Other accounts of the house only pass money on, or are nobody's result. */
const counted: ReadonlySet<HouseAccount> = new Set<HouseAccount>(['fees', 'liquidity', 'optionPool'])

/** What one source has brought one account of the house, in smallest units of a currency. */
export interface HouseResult {
  readonly realm: Realm
  readonly source: ResultSource
  readonly account: HouseAccount
  readonly currency: number
  readonly amount: bigint
}

/** The house's results by product, summed as they happen. */
export const houseResultProjection: Projection<Event> = {
  name: 'house_result',
  wants: ['spotTraded', 'derivativeTraded', 'positionTakenOver', 'fundingPaid', 'optionSettled'],
  apply: async (facts, writer) => {
    const sums = new Map<string, bigint>()
    for (const { event } of facts) {
      const source = sources[event.type]
      if (source === undefined) continue
      for (const move of movesOf(event)) {
        const owner = move.kind === 'entry' ? houseOf(move.holder) : null
        if (owner === null || !counted.has(owner.account)) continue
        const places = [realms.indexOf(owner.realm), results.indexOf(source), houseAccounts.indexOf(owner.account)]
        const key = [...places, move.currency].join(' ')
        sums.set(key, (sums.get(key) ?? 0n) + move.amount)
      }
    }
    if (sums.size === 0) return
    const rows = [...sums].map(([key, amount]) => [...key.split(' ').map(Number), String(amount)])
    await writer.query(
      `INSERT INTO house_result AS h (realm, result, account, currency, amount)
       SELECT * FROM unnest($1::smallint[], $2::smallint[], $3::smallint[], $4::smallint[], $5::bigint[])
       ON CONFLICT (realm, result, account, currency) DO UPDATE SET amount = h.amount + excluded.amount`,
      [0, 1, 2, 3, 4].map((place) => rows.map((row) => row[place])),
    )
  },
}

/** All results of the house, of both realms. */
export async function findHouseResults(database: Queryable): Promise<HouseResult[]> {
  const { rows } = await database.query<{
    realm: number
    result: number
    account: number
    currency: number
    amount: string
  }>('SELECT realm, result, account, currency, amount FROM house_result')
  return rows.map((row) => ({
    realm: wordAt(realms, row.realm),
    source: wordAt(results, row.result),
    account: wordAt(houseAccounts, row.account),
    currency: row.currency,
    amount: BigInt(row.amount),
  }))
}
