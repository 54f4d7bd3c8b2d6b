import { formatDecimal } from '@truemark/core/money/decimal'
import * as z from 'zod/mini'
import type { ActingOperator } from '../operator/door.ts'
import { type Outcome, type RequestKey, done, refused } from '../platform/http/call.ts'
import type { Caller } from '../platform/http/session.ts'
import { Turns } from '../platform/turns.ts'
import { creditedBefore } from './claims.store.ts'
import { perform } from './deed.ts'
import { tellDecision } from './decisionMail.ts'
import type { WalletPorts } from './ports.ts'
import { type DepositRow, findDeposit } from './store.ts'

/** A deposit by its number, and what was received, in smallest units as the text that JSON can hold exactly. */
const payload = z.object({ deposit: z.int(), received: z.string().check(z.regex(/^[1-9][0-9]{0,17}$/)) })

/** Says how a deposit is credited that one operator may not credit alone. */
export function defineCredit(ports: WalletPorts): void {
  const { database, ids, proposals } = ports
  proposals.define('deposit_credit', {
    access: 'desk_wallet_write',
    payload,
    plan: async ({ deposit, received }) => {
      if (!(await ports.reads.current())) return refused('server_busy')
      const row = await findDeposit(database, deposit)
      if (row === null) return refused('deposit_unknown')
      if (row.status !== 'pending') return refused('deposit_done')
      const uid = ids.write('user', row.userId)
      const before = await creditedBefore(database, deposit)
      // whoever decides sees that the transaction was credited already, and to which deposits
      const twice: Record<string, string> =
        before.length === 0 ? {} : { same_transaction: before.map((id) => ids.write('deposit', id)).join(' ') }
      return done({
        subject: ids.write('deposit', deposit),
        detail: { ...creditDetail(ports, row, BigInt(received)), ...twice, uid },
      })
    },
    within: async (client, { deposit, received }, { approver }) => {
      const row = await findDeposit(client, deposit)
      if (row === null) return refused('deposit_unknown')
      const subject = ids.write('deposit', deposit)
      const counts = { subject, operator: approver, currency: row.currency, amount: BigInt(received) }
      const room = await proposals.dayCap.take(client, counts)
      return room.ok ? done(null) : room
    },
    after: async ({ deposit, received }, { asker, approver, actor, reason, key }) => {
      const row = await findDeposit(database, deposit)
      if (row === null) return refused('deposit_unknown')
      const wanted = { received: BigInt(received), asker, approver, alone: false, actor, reason, key }
      return credits.take(0, () => credit(ports, row, wanted))
    },
  })
}

/** One credit at a time, by whomever, so that of two with one transaction the second sees the first. */
export const credits = new Turns()

/** What was said to be sent and what was received, as the audit log and a proposal show it. */
export function creditDetail({ catalogue }: WalletPorts, row: DepositRow, received: bigint): Record<string, string> {
  const { code, scale } = catalogue.currency(row.currency)
  return { currency: code, said: formatDecimal(row.amount, scale), received: formatDecimal(received, scale) }
}

/**
 * Asks a second person to credit a deposit, and refuses with `approval_pending`. Where the installation is declared to
 * have one operator it is credited at once; null then.
 */
export async function askCredit(
  ports: WalletPorts,
  caller: Caller,
  row: DepositRow,
  { received, actor, reason, key }: { received: bigint; actor: ActingOperator; reason: string; key: RequestKey | null },
): Promise<Outcome<null>> {
  const wanted = { deposit: row.id, received: String(received) }
  const gate = await ports.proposals.gate(caller, 'deposit_credit', wanted, reason)
  if (gate !== null) return gate
  const { userId } = caller
  return credit(ports, row, { received, asker: userId, approver: userId, alone: true, actor, reason, key })
}

interface Credit {
  readonly received: bigint
  readonly asker: number
  readonly approver: number
  readonly alone: boolean
  readonly actor: ActingOperator
  readonly reason: string
  readonly key: RequestKey | null
}

async function credit(ports: WalletPorts, row: DepositRow, wanted: Credit): Promise<Outcome<null>> {
  const { received, asker, approver, alone, actor, reason, key } = wanted
  const { holder, id: deposit, userId } = row
  const outcome = await perform(ports, {
    actor,
    action: 'deposit_completed',
    counts: { operator: approver, currency: row.currency, amount: received },
    userId,
    subject: ports.ids.write('deposit', deposit),
    reason,
    detail: creditDetail(ports, row, received),
    holder,
    command: { type: 'creditDeposit', holder, deposit, received, asker, approver, alone },
    key,
  })
  if (outcome.ok) await tellDecision(ports, 'deposit', deposit)
  return outcome
}
