import type { HolderId } from '@truemark/core/ledger/holders'
import { withdrawalReasons } from '@truemark/core/wallet/command'
import { formatDecimal } from '@truemark/core/money/decimal'
import { dayMs } from '@truemark/core/money/units'
import * as z from 'zod/mini'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { perform } from './deed.ts'
import { tellDecision } from './decisionMail.ts'
import type { WalletPorts } from './ports.ts'
import { findWithdrawal, withdrawalStatuses } from './store.ts'

const payload = z.object({ withdrawal: z.int(), note: z.string() })
/** How long after a security review of a withdrawal the next of the same person needs two people. */
const againDays = 30

/** How many withdrawals of a holder went back for a review of their security since a time. */
async function countReviewed(client: Queryable, holder: HolderId, since: number): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'SELECT count(*) FROM withdrawal WHERE holder = $1 AND status = $2 AND reason = $3 AND updated_at >= $4',
    [holder, withdrawalStatuses.indexOf('rejected'), withdrawalReasons.indexOf('security_review'), since],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Says how a withdrawal goes back for a further review: one person alone could keep money in for ever by that reason. */
export function defineReview(ports: WalletPorts): void {
  const { catalogue, database, ids, now, proposals } = ports
  proposals.define('withdrawal_review', {
    access: 'desk_wallet_write',
    payload,
    overwritesNothing: true,
    plan: async ({ withdrawal, note }) => {
      if (!(await ports.reads.current())) return refused('server_busy')
      const row = await findWithdrawal(database, withdrawal)
      if (row === null) return refused('withdrawal_unknown')
      if (!['pending', 'approved', 'errored'].includes(row.status)) return refused('withdrawal_done')
      const { code, scale } = catalogue.currency(row.currency)
      const before = await countReviewed(database, row.holder, now() - againDays * dayMs)
      return done({
        subject: ids.write('withdrawal', withdrawal),
        detail: {
          uid: ids.write('user', row.userId),
          currency: code,
          amount: formatDecimal(row.amount, scale),
          reviewed_before: String(before),
          note,
        },
      })
    },
    after: async ({ withdrawal, note }, { actor, approver, key }) => {
      const row = await findWithdrawal(database, withdrawal)
      if (row === null) return refused('withdrawal_unknown')
      const { holder, userId } = row
      const act = { act: 'reject', reason: 'security_review', operator: approver } as const
      const outcome = await perform(ports, {
        actor,
        action: 'withdrawal_rejected',
        userId,
        subject: ids.write('withdrawal', withdrawal),
        reason: 'security_review',
        detail: { note },
        holder,
        command: { type: 'decideWithdrawal', holder, withdrawal, ...act },
        key,
      })
      if (outcome.ok) await tellDecision(ports, 'withdrawal', withdrawal)
      return outcome
    },
  })
}

/**
 * Asks a second person where a withdrawal of the same person went back for a review of its security within 30 days, and
 * refuses with `approval_pending`; null where one may say so, or the installation is declared to have one operator.
 */
export async function reviewGate(
  ports: WalletPorts,
  caller: Caller,
  { withdrawal, holder, note }: { readonly withdrawal: number; readonly holder: HolderId; readonly note: string },
): Promise<Outcome<never> | null> {
  await ports.reads.settled(holder)
  if ((await countReviewed(ports.database, holder, ports.now() - againDays * dayMs)) === 0) return null
  const reason = note.trim() === '' ? 'security_review' : note
  return ports.proposals.gate(caller, 'withdrawal_review', { withdrawal, note }, reason)
}
