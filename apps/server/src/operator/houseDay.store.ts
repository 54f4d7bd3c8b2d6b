import { type HouseAccount, type Realm, houseOf, realms } from '@truemark/core/ledger/holders'
import { dayMs } from '@truemark/core/money/units'
import { movesOf } from '@truemark/core/moves'
import type { Event } from '@truemark/core/vocabulary'
import type { Fact, Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** What is summed by day. Places are for ever: the table keeps them. */
const dayFlows = ['deposit', 'withdrawal', 'fees'] as const
export type DayFlow = (typeof dayFlows)[number]

/** What a flow came to in a currency on a day, in smallest units. */
export interface DaySum {
  readonly flow: DayFlow
  /** Days since 1970 in UTC. */
  readonly day: number
  readonly currency: number
  readonly amount: bigint
}

/** Whoever posts fees, or moves money over the border. */
export const dayFacts = ['spotTraded', 'derivativeTraded', 'converted', 'depositClosed', 'withdrawalClosed'] as const

/** What an entry of a house account is part of; null for what only passes, and for the play money that a demo is given. */
function flowOf(account: HouseAccount, type: Event['type']): DayFlow | null {
  if (account === 'fees') return 'fees'
  if (account !== 'external') return null
  if (type === 'depositClosed') return 'deposit'
  return type === 'withdrawalClosed' ? 'withdrawal' : null
}

/** The sums that facts add, one a realm, day, flow and currency. */
export function daySumsOf(
  facts: readonly Pick<Fact<Event>, 'event' | 'time'>[],
): (DaySum & { readonly realm: Realm })[] {
  const sums = new Map<string, DaySum & { readonly realm: Realm }>()
  for (const { event, time } of facts) {
    const day = Math.floor(time / dayMs)
    for (const move of movesOf(event)) {
      const owner = move.kind === 'entry' ? houseOf(move.holder) : null
      const flow = owner === null ? null : flowOf(owner.account, event.type)
      if (owner === null || flow === null) continue
      const { realm } = owner
      const key = `${realm} ${day} ${flow} ${move.currency}`
      // what a deposit brings leaves the account that stands for the world
      const amount = (sums.get(key)?.amount ?? 0n) + (flow === 'deposit' ? -move.amount : move.amount)
      sums.set(key, { realm, day, flow, currency: move.currency, amount })
    }
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

/** Deposits, withdrawals and fees by day, summed as they happen. */
export const houseDayProjection: Projection<Event> = {
  name: 'house_day',
  wants: dayFacts,
  apply: async (facts, writer) => {
    const rows = daySumsOf(facts)
    if (rows.length === 0) return
    await writer.query(
      `INSERT INTO house_day AS h (realm, day, flow, currency, amount)
       SELECT * FROM unnest($1::smallint[], $2::int[], $3::smallint[], $4::smallint[], $5::bigint[])
       ON CONFLICT (realm, day, flow, currency) DO UPDATE SET amount = h.amount + excluded.amount`,
      [
        rows.map(({ realm }) => realms.indexOf(realm)),
        rows.map(({ day }) => day),
        rows.map(({ flow }) => dayFlows.indexOf(flow)),
        rows.map(({ currency }) => currency),
        rows.map(({ amount }) => String(amount)),
      ],
    )
  },
}

/** A realm's sums since a day of UTC. */
export async function findDaySums(database: Queryable, realm: Realm, fromDay: number): Promise<DaySum[]> {
  const { rows } = await database.query<{ day: number; flow: number; currency: number; amount: string }>(
    'SELECT day, flow, currency, amount FROM house_day WHERE realm = $1 AND day >= $2',
    [realms.indexOf(realm), fromDay],
  )
  return rows.map(({ day, flow, currency, amount }) => {
    return { day, flow: wordAt(dayFlows, flow), currency, amount: BigInt(amount) }
  })
}
