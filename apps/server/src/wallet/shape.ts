import type { Deposit, Withdrawal } from '@truemark/protocol/routes/wallet'
import { formatDecimal } from '@truemark/core/money/decimal'
import { neededOf } from './chain/shape.ts'
import { payoutAnswerMs } from './payoutAnswers.store.ts'
import type { WalletPorts } from './ports.ts'
import type { DepositRow, WithdrawalRow } from './store.ts'

/** A deposit as its owner sees it. */
export function depositShape({ catalogue, ids }: Pick<WalletPorts, 'catalogue' | 'ids'>, row: DepositRow): Deposit {
  const { code, scale } = catalogue.currency(row.currency)
  return {
    id: ids.write('deposit', row.id),
    currency: code,
    network: row.network,
    amount: formatDecimal(row.amount, scale),
    received: row.received === null ? null : formatDecimal(row.received, scale),
    transaction_id: row.transactionId,
    status: row.status,
    reason: row.reason,
    created: row.createdAt,
    updated: row.updatedAt,
  }
}

/** A withdrawal as its owner sees it. */
export function withdrawalShape(
  { catalogue, chain, ids }: Pick<WalletPorts, 'catalogue' | 'chain' | 'ids'>,
  row: WithdrawalRow,
): Withdrawal {
  const { code, scale } = catalogue.currency(row.currency)
  return {
    id: ids.write('withdrawal', row.id),
    currency: code,
    method: row.method,
    network: row.network,
    payee: row.payee,
    memo: row.memo,
    amount: formatDecimal(row.amount, scale),
    fee: formatDecimal(row.fee, scale),
    payout: formatDecimal(row.amount - row.fee, scale),
    status: row.status,
    reason: row.reason,
    transaction_id: row.transactionId,
    confirmations: row.confirmations,
    needed: row.confirmations === null ? null : neededOf({ chain }, row.network),
    deadline: row.deadline,
    escalated: row.escalatedAt !== 0,
    answer: row.answer,
    answered: row.answeredAt,
    answer_until: row.status === 'paid' ? row.updatedAt + payoutAnswerMs : null,
    ticket_id: row.ticket === 0 ? '' : ids.write('ticket', row.ticket),
    created: row.createdAt,
    updated: row.updatedAt,
  }
}
