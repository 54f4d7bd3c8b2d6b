import { formatDecimal } from '@truemark/core/money/decimal'
import type { ChainPayment } from '@truemark/protocol/routes/deskChain'
import type { IncomingPayment } from '@truemark/protocol/routes/wallet'
import type { ChainPaymentRow } from './payments.store.ts'
import type { WalletPorts } from '../ports.ts'

type Shaping = Pick<WalletPorts, 'catalogue' | 'ids' | 'chain'>

/** How many confirmations a network asks for; 0 where nobody tells of it any more. */
export function neededOf({ chain }: Pick<WalletPorts, 'chain'>, network: string): number {
  return chain.find((one) => one.network === network)?.confirmations ?? 0
}

// in the currency's own decimals, as it is credited; as the network said it where nothing of it can be
function creditedAmount({ catalogue }: Shaping, { currency, units, amount }: ChainPaymentRow): string {
  const found = catalogue.currencyByCode(currency)
  return units === null || found === undefined ? amount : formatDecimal(units, found.scale)
}

/** A payment as its owner sees it come. */
export function incomingShape(ports: Shaping, row: ChainPaymentRow): IncomingPayment {
  const { currency, network, transactionId, confirmations, state, seenAt, updatedAt } = row
  return {
    id: ports.ids.write('chainPayment', row.id),
    currency,
    network,
    amount: creditedAmount(ports, row),
    transaction_id: transactionId,
    confirmations,
    needed: neededOf(ports, network),
    status: state === 'credited' || state === 'held' ? state : 'waiting',
    created: seenAt,
    updated: updatedAt,
  }
}

/** A payment as the desk sees it, without whose it is. */
export function paymentShape(ports: Shaping, row: ChainPaymentRow): Omit<ChainPayment, 'uid' | 'account'> {
  const { address, memo, amount, output, height, block, removed, reason, state, lostAt, settled, screened, note } = row
  return {
    ...incomingShape(ports, row),
    status: state,
    address,
    memo,
    sent: amount,
    output,
    height,
    block,
    removed,
    reason,
    lost: lostAt,
    settled,
    screened,
    note,
    by_machine: state === 'credited' && row.operator === 0,
  }
}
