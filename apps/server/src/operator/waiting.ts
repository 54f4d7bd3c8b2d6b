import { hourMs } from '@truemark/core/money/units'
import { mayCall } from '@truemark/protocol/policy'
import { depositReviewHours } from '@truemark/protocol/routes/deskWallet'
import {
  type QueueCount,
  type ReconciliationDue,
  deskWaitingRoutes as routes,
} from '@truemark/protocol/routes/deskWaiting'
import { countSetAside } from '../engine/door.ts'
import { done } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import type { Post } from '../platform/mail/post.ts'
import { startRounds } from '../platform/rounds.ts'
import type { DeskPorts } from './ports.ts'
import { owedOutside } from './treasury.ts'
import { findReconciliations } from './treasury.store.ts'
import { type WaitingKind, type WaitingRow, countWaiting, noteEscalations } from './waiting.store.ts'

/** A clock that differs by less (ms) is nobody's business. */
const leadMin = 1_000
const reconcileEveryMs = 24 * hourMs

function depositsBefore(now: number): number {
  return now - depositReviewHours * hourMs
}

/** How many requests of people wait at a time, and how many of them are late. */
export async function requestsWaiting(database: Queryable, now: number): Promise<readonly WaitingRow[]> {
  return countWaiting(database, depositsBefore(now))
}

/** Binds what waits for operators: the counts of their menu. */
export function bindWaiting(gateway: Gateway, ports: DeskPorts): void {
  const { database, now } = ports
  gateway.bind(routes.deskWaiting, async ({ caller }) => {
    const rows = await requestsWaiting(database, now())
    const seesMoney = mayCall('desk_wallet', caller.actor) === 'yes'
    const seesPeople = mayCall('desk_verification', caller.actor) === 'yes'
    const countOf = (kind: WaitingKind, seen: boolean): QueueCount | null => {
      const row = rows.find((one) => one.kind === kind)
      return row === undefined || !seen ? null : { open: row.open, escalated: row.escalated }
    }
    return done({
      deposits: countOf('deposit', seesMoney),
      withdrawals: countOf('withdrawal', seesMoney),
      verifications: countOf('verification', seesPeople),
      reconciliation: seesMoney ? await reconciliationDue(ports) : null,
      clock_lead: Math.abs(ports.clockLead()) < leadMin ? 0 : Math.round(ports.clockLead()),
      set_aside: await countSetAside(database),
      checks_failed: (await ports.ownChecks())
        .filter(({ holds }) => !holds)
        .map(({ name, checked, failedLast, detail }) => ({ name, time: failedLast ?? checked, detail })),
      real_money_missing: [...(await ports.realMoney.unmet())],
    })
  })
}

async function reconciliationDue(ports: DeskPorts): Promise<ReconciliationDue> {
  const [last] = await findReconciliations(ports.database, null, 1)
  const outside = [...(await owedOutside(ports)).values()].some((amount) => amount !== 0n)
  return {
    last: last?.time ?? null,
    due: outside && ports.now() - (last?.time ?? 0) > reconcileEveryMs,
    differs: last?.lines.some(({ stated, ledger }) => BigInt(stated) !== BigInt(ledger)) ?? false,
  }
}

const sweepInterval = 60_000
const quietMs = 900_000

/** Where and how the administrators are written to. */
export interface AdministratorMailPorts {
  readonly database: Database
  readonly appData: Pick<DeskPorts['appData'], 'name'>
  readonly post: Post
  /** Where the administrators read mail; null where the desk's outbox is all they have. */
  readonly deskMail: string | null
}

export interface EscalationPorts extends AdministratorMailPorts {
  readonly now: () => number
}

/** Who a message is to where no address of the administrators is set. */
const nobodysAddress = 'administrators'

/**
 * Tells the administrators of what has passed its deadline, once for each request and at most four times an hour, now
 * and every minute; returns how to stop. The message bears counts alone, nothing of whose they are.
 */
export function startEscalationMails(ports: EscalationPorts, onError: (error: unknown) => void): () => Promise<void> {
  const sweep = async (): Promise<void> => {
    await ports.database.transaction(async (client) => {
      const before = depositsBefore(ports.now())
      if ((await noteEscalations(client, before, quietMs)) === 0) return
      const rows = await countWaiting(client, before)
      const late = rows.map(({ kind, escalated }) => [kind, String(escalated)])
      await tellAdministrators(ports, 'escalated', Object.fromEntries(late), client)
    })
  }
  return startRounds(sweep, { everyMs: sweepInterval, first: 'now', onError })
}

/** Writes to the administrators: by mail where an address is set, else into the outbox of the desk. */
export async function tellAdministrators(
  { appData, database, deskMail, post }: AdministratorMailPorts,
  template: 'escalated' | 'realMoney',
  params: Readonly<Record<string, string>>,
  client: Queryable = database,
): Promise<void> {
  const letter = { template, locale: 'en', params: { app: appData.name, ...params } } as const
  if (deskMail === null) await post.keepMail({ ...letter, to: nobodysAddress }, client)
  else await post.sendMail({ ...letter, to: deskMail }, client)
}
