import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** What the owner of a payout said of it; times in UTC ms. */
export interface PayoutSaid {
  readonly currency: number
  /** Empty for a card, and once what is personal was erased. */
  readonly network: string
  readonly paid: number
  readonly time: number
  readonly arrived: boolean
  readonly settles: boolean
}

/** An answer by its number: twice the withdrawal's, and one more for what was said after a "no". */
export async function findPayoutAnswer(database: Queryable, number: number): Promise<PayoutSaid | null> {
  const { rows } = await database.query<{
    currency: number
    network: string | null
    paid: string
    time: string
    arrived: boolean
    step: number
  }>(
    `SELECT w.currency, c.network, w.updated_at AS paid, a.time, a.arrived, a.step
     FROM payout_answer AS a JOIN withdrawal AS w ON w.id = a.withdrawal
       LEFT JOIN withdrawal_claim AS c ON c.id = w.claim
     WHERE a.withdrawal = $1 AND a.step = $2`,
    [Math.floor(number / 2), number % 2],
  )
  const [row] = rows
  if (row === undefined) return null
  const { arrived, currency, network, step } = row
  const times = { paid: integerOf(row.paid), time: integerOf(row.time) }
  return { currency, network: network ?? '', ...times, arrived, settles: step === 1 }
}

/** What was said of the payouts that were paid since `from`; unanswered are those that were paid before `late`. */
export async function countPayoutAnswers(
  database: Queryable,
  { from, late, paid, realm }: { from: number; late: number; paid: number; realm: number },
): Promise<{ confirmed: number; disputed: number; settled: number; unanswered: number }> {
  const { rows } = await database.query<{ confirmed: string; disputed: string; settled: string; unanswered: string }>(
    `SELECT count(*) FILTER (WHERE a.arrived) AS confirmed, count(*) FILTER (WHERE NOT a.arrived) AS disputed,
       count(*) FILTER (WHERE s.withdrawal IS NOT NULL) AS settled,
       count(*) FILTER (WHERE a.withdrawal IS NULL AND w.updated_at < $2) AS unanswered
     FROM withdrawal AS w JOIN holder AS h USING (holder)
       LEFT JOIN payout_answer AS a ON a.withdrawal = w.id AND a.step = 0
       LEFT JOIN payout_answer AS s ON s.withdrawal = w.id AND s.step = 1
     WHERE w.status = $3 AND w.updated_at >= $1 AND h.realm = $4`,
    [from, late, paid, realm],
  )
  const of = (text: string | undefined): number => integerOf(text ?? '0')
  const [row] = rows
  return {
    confirmed: of(row?.confirmed),
    disputed: of(row?.disputed),
    settled: of(row?.settled),
    unanswered: of(row?.unanswered),
  }
}

/** Until which age (ms) those that wait are counted together; the last counts what is older than all. */
const ageSteps = [3_600_000, 6 * 3_600_000, 24 * 3_600_000, 72 * 3_600_000, null] as const

/** How old the withdrawals of a realm are that wait (statuses below `open`). */
export async function countWaitingAges(
  database: Queryable,
  { now, open, realm }: { now: number; open: number; realm: number },
): Promise<{ until: number | null; count: number }[]> {
  const { rows } = await database.query<{ created_at: string }>(
    `SELECT w.created_at FROM withdrawal AS w JOIN holder AS h USING (holder) WHERE w.status < $1 AND h.realm = $2`,
    [open, realm],
  )
  const ages = rows.map((row) => now - integerOf(row.created_at))
  const below = (until: number | null): number =>
    until === null ? ages.length : ages.filter((age) => age < until).length
  return ageSteps.map((until, at) => ({
    until,
    count: below(until) - (at === 0 ? 0 : below(ageSteps[at - 1] ?? null)),
  }))
}
