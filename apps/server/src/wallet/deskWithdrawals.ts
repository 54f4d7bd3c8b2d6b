import { isTransaction } from '@truemark/payee/transaction'
import type { DeskWithdrawal } from '@truemark/protocol/routes/deskWallet'
import type { PayoutOrder } from '@truemark/protocol/routes/payoutOrder'
import { findAskers } from '../identity/door.ts'
import { findFreezes, findOperatorNames } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import { neededOf } from './chain/shape.ts'
import { findNetwork } from './networks.store.ts'
import { type PayoutRow, findOrdersOf } from './payout/payouts.store.ts'
import { isSilent } from './payout/stand.ts'
import { isTransactionNamed } from './payoutAnswers.store.ts'
import type { WalletPorts } from './ports.ts'
import { withdrawalShape } from './shape.ts'
import { type WithdrawalRow, findWithdrawal } from './store.ts'

const nobody = { account: '', country: '', disabled: false }

/** Withdrawals as the desk shows them. */
export async function deskWithdrawals(ports: WalletPorts, rows: readonly WithdrawalRow[]): Promise<DeskWithdrawal[]> {
  const { database, ids } = ports
  const askers = await findAskers(
    database,
    rows.map(({ userId }) => userId),
  )
  const orders = await findOrdersOf(
    database,
    rows.map(({ id }) => id),
  )
  const names = await findOperatorNames(database, [
    ...rows.flatMap(({ approvedBy, decidedBy }) => [approvedBy, decidedBy]),
    ...[...orders.values()].map(({ operator }) => operator),
  ])
  const freezes = await findFreezes(
    database,
    rows.map(({ userId }) => userId),
  )
  return rows.map((row) => ({
    ...withdrawalShape(ports, row),
    uid: ids.write('user', row.userId),
    ...(askers.get(row.userId) ?? nobody),
    bank: { ...row.bank },
    frozen: freezes.get(row.userId) ?? null,
    approved_by: names.get(row.approvedBy) ?? '',
    decided_by: names.get(row.decidedBy) ?? '',
    machine: row.method === 'address' && ports.payouts.orderMax.has(row.network),
    order: orderShape(ports, orders.get(row.id), names),
  }))
}

function orderShape(
  ports: WalletPorts,
  row: PayoutRow | undefined,
  names: ReadonlyMap<number, string>,
): PayoutOrder | null {
  if (row === undefined) return null
  const { confirmations, height, lostAt, network, note, operator, payout, reason, screened, state, takenAt } = row
  return {
    id: ports.ids.write('payout', payout),
    state,
    taken: takenAt,
    transaction_id: row.transactionId,
    confirmations,
    needed: neededOf(ports, network),
    height,
    reason,
    recalled: row.recalledBy !== 0,
    screened,
    note,
    silent: isSilent(ports, row),
    lost: lostAt,
    released_by: names.get(operator) ?? '',
    released: row.releasedAt,
  }
}

/** A withdrawal as the desk shows it after what was done to it. */
export async function shownWithdrawal(ports: WalletPorts, id: number): Promise<Outcome<DeskWithdrawal>> {
  const after = await findWithdrawal(ports.database, id)
  const [shown] = after === null ? [] : await deskWithdrawals(ports, [after])
  return shown === undefined ? refused('server_error') : done(shown)
}

/** The withdrawal of a public number; null where there is none. */
export async function withdrawalNamed({ database, ids }: WalletPorts, text: string): Promise<WithdrawalRow | null> {
  const id = ids.read('withdrawal', text)
  return id === null ? null : findWithdrawal(database, id)
}

/** Why a payment can’t be named by this: nobody could find it by that, or another to the same payee was named by it already. */
export async function transactionFault(
  { catalogue, database }: WalletPorts,
  { claim, currency, method, network, payee }: WithdrawalRow,
  transactionId: string,
): Promise<'transaction_invalid' | 'transaction_used' | null> {
  const found = method === 'card' ? null : await findNetwork(database, catalogue.currency(currency).code, network)
  // a network that is no longer there takes any id that one can be
  const form = method === 'card' ? null : (found?.form ?? '')
  if (!isTransaction(form, transactionId)) return 'transaction_invalid'
  return (await isTransactionNamed(database, { claim, transactionId, payee })) ? 'transaction_used' : null
}
