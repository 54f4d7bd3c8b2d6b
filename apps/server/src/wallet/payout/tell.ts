import { house } from '../../engine/door.ts'
import { actingServer, appendAudit, isNoted } from '../../operator/door.ts'
import type { Queryable } from '../../platform/postgres/database.ts'
import { Turns } from '../../platform/turns.ts'
import { formatDecimal } from '@truemark/core/money/decimal'
import { neededOf } from '../chain/shape.ts'
import { notePayout } from '../claims.store.ts'
import { tellDecision } from '../decisionMail.ts'
import type { WalletPorts } from '../ports.ts'
import {
  type OrderRow,
  type PayoutRow,
  findPayout,
  findUntold,
  lockOrder,
  openOrders,
  updateOrder,
} from './payouts.store.ts'
import { type Telling, isEnded, tellingOf } from './stand.ts'

/** What happens to one payout happens one after the other. */
export const payoutTurns = new Turns()

/** Keeps how an order stands now; null where it has not changed since it was read. */
export function keepOrder(
  ports: WalletPorts,
  payout: number,
  change: (row: OrderRow, client: Queryable) => Promise<OrderRow | null> | OrderRow | null,
): Promise<OrderRow | null> {
  return ports.database.transaction(async (client) => {
    const row = await lockOrder(client, payout)
    const changed = row === null ? null : await change(row, client)
    if (changed !== null) await updateOrder(client, changed)
    return changed
  })
}

/** What arrives of a payout, as a canonical decimal. */
export function payoutAmount(
  { catalogue }: Pick<WalletPorts, 'catalogue'>,
  { amount, currency, fee }: PayoutRow,
): string {
  return formatDecimal(amount - fee, catalogue.currency(currency).scale)
}

/** Tells the owner of a payout how it stands in its network. */
export function tellPayout(ports: WalletPorts, { holder, withdrawal }: PayoutRow, { said, reason }: OrderRow): void {
  ports.paymentTold(holder, { id: ports.ids.write('withdrawal', withdrawal), status: said, reason }, 'payout')
}

/** Has the engine know what a program said of a payout, once however often it is asked. */
export function tellEngine(ports: WalletPorts, payout: number): Promise<void> {
  return payoutTurns.take(payout, async () => {
    const row = await findPayout(ports.database, payout)
    if (row === null) return
    if (row.said === '' && row.recalledBy === 0) await screen(ports, row)
    const now = (await findPayout(ports.database, payout)) ?? row
    const telling = tellingOf(now, now.state, neededOf(ports, now.network))
    if (telling !== null) await tell(ports, now, telling)
  })
}

/** Goes on with what was ordered, and with what a crash or a busy engine has kept from it. */
export async function payoutsDue(ports: WalletPorts): Promise<void> {
  await openOrders(ports.database, ports.now())
  for (const { payout } of await findUntold(ports.database)) await tellEngine(ports, payout)
}

// asked once, before it is let go; what is not clear goes back to people with the note of its case
async function screen(ports: WalletPorts, row: PayoutRow): Promise<void> {
  if (ports.screen === null || row.screened !== '') return
  const { network, payee: address, memo } = row
  const { code: currency } = ports.catalogue.currency(row.currency)
  const payout = ports.ids.write('payout', row.payout)
  const about = { network, currency, amount: payoutAmount(ports, row), address, memo, payout }
  const { screened, note } = await ports.screen({ kind: 'payout', ...about, uid: ports.ids.write('user', row.userId) })
  await keepOrder(ports, row.payout, (now) => {
    if (now.said !== '') return null
    const updatedAt = ports.now()
    if (screened === 'clear') return { ...now, screened, note, updatedAt }
    return { ...now, screened, note, said: 'unsent', reason: `screen_${screened}`, updatedAt }
  })
}

async function tell(ports: WalletPorts, row: PayoutRow, telling: Telling): Promise<void> {
  const { database, exchange, reads } = ports
  const { holder, payout } = row
  await noteAsked(ports, row, telling)
  const executed = await exchange.command(house, { type: 'reportPayout', holder, payout, ...telling })
  reads.note(holder, executed.seq)
  // what is over was told before a crash; whatever else it refuses is tried again
  if (!executed.ok && executed.reason !== 'payout_done') return
  await reads.settled(holder)
  const after = await findPayout(database, payout)
  if (after === null || (!executed.ok && !isEnded(after.state))) return
  await noteDone(ports, after, telling)
  // its owner is shown no transaction that may never have been sent
  const wasSent = telling.said === 'sent' || telling.said === 'paid' || row.state === 'sent'
  if (wasSent && row.transactionId !== '') await notePayout(database, row.claim, row.transactionId)
  if (after.state === 'paid' || after.state === 'returned') await tellDecision(ports, 'withdrawal', row.withdrawal)
}

type Noted = 'withdrawal_paid' | 'withdrawal_rejected' | 'payout_taken_back' | 'payout_lost'

function actionOf({ said, reason }: Telling): Noted | null {
  if (said === 'sent') return null
  if (said === 'paid') return 'withdrawal_paid'
  if (said === 'lost') return 'payout_lost'
  return reason === '' ? 'payout_taken_back' : 'withdrawal_rejected'
}

function entryOf(ports: WalletPorts, row: PayoutRow, action: Noted) {
  const { ids } = ports
  const isWithdrawal = action === 'withdrawal_paid' || action === 'withdrawal_rejected'
  return {
    // the machine in its own name
    actor: { ...actingServer, name: `chain ${row.network}` },
    subject: isWithdrawal ? ids.write('withdrawal', row.withdrawal) : ids.write('payout', row.payout),
    reason: action === 'withdrawal_paid' ? 'seen_on_network' : row.reason,
    detail: {
      currency: ports.catalogue.currency(row.currency).code,
      amount: payoutAmount(ports, row),
      network: row.network,
      transaction_id: row.transactionId,
    },
    touched: [ids.write('user', row.userId)],
  }
}

async function noteAsked(ports: WalletPorts, row: PayoutRow, telling: Telling): Promise<void> {
  const action = actionOf(telling)
  if (action !== 'withdrawal_paid' && action !== 'withdrawal_rejected') return
  const entry = { ...entryOf(ports, row, action), action: `${action}_asked` } as const
  await noteOnce(ports, entry)
}

async function noteDone(ports: WalletPorts, row: PayoutRow, telling: Telling): Promise<void> {
  const action = actionOf(telling)
  if (action !== null) await noteOnce(ports, { ...entryOf(ports, row, action), action })
}

async function noteOnce({ database }: WalletPorts, entry: Parameters<typeof appendAudit>[1]): Promise<void> {
  await database.transaction(async (client) => {
    if (!(await isNoted(client, entry))) await appendAudit(client, entry)
  })
}
