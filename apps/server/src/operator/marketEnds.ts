import type { MarketEnd } from '@truemark/protocol/routes/suspensions'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { type ActingOperator, actingServer } from './acting.ts'
import { appendAudit, isNoted } from './audit.store.ts'

/** What ends in a market, and from when on (UTC ms). */
export interface EndNotice {
  readonly actor: ActingOperator
  readonly symbol: string
  readonly ends: readonly MarketEnd[]
  readonly due: number
  readonly reason: string
}

/**
 * Announces in the transaction that approves it what ends in a market: the audit log's entry goes to the log of evidence, and so
 * to the public history of terms.
 */
export async function announceEnd(client: Queryable, { actor, symbol, ends, due, reason }: EndNotice): Promise<void> {
  const detail = Object.fromEntries(ends.map((end) => [end, 'on → off']))
  await appendAudit(client, {
    actor,
    action: 'end_announced',
    subject: symbol,
    reason,
    detail: { ...detail, since: String(due) },
  })
}

/** Says likewise that it does not end. */
export async function callOffEnd(client: Queryable, { actor, symbol, ends, due, reason }: EndNotice): Promise<void> {
  const detail = Object.fromEntries(ends.map((end) => [end, 'off → on']))
  await appendAudit(client, {
    actor,
    action: 'end_called_off',
    subject: symbol,
    reason,
    detail: { ...detail, since: `${due} → ` },
  })
}

/** Notes once from when on this installation announces what ends: what ended before was bound to no day. */
export async function noteAnnouncing(database: Database, now: number): Promise<void> {
  await database.transaction(async (client) => {
    const said = { action: 'announcing_began', subject: '' } as const
    if (await isNoted(client, said)) return
    await appendAudit(client, { ...said, actor: actingServer, reason: '', detail: { since: String(now) } })
  })
}
