import { parseDecimal } from '@truemark/core/money/decimal'
import { canonicalAddress } from '@truemark/payee/address'
import { canonicalTransaction } from '@truemark/payee/transaction'
import type { Queryable } from '../../platform/postgres/database.ts'
import { findNetwork } from '../networks.store.ts'
import { paymentOwner } from './owner.ts'
import { creditByMachine, tellPayment } from './credit.ts'
import type { ChainPaymentMessage } from '../../platform/chain/message.ts'
import { type ChainPaymentRow, findDue, insertPayment, lockOutput, updatePayment } from './payments.store.ts'
import type { ChainNetwork, WalletPorts } from '../ports.ts'
import { isConfirmed, toldBy } from './stand.ts'

/**
 * An amount in smallest units, cut to what the currency can say; null where nothing is left of it. Rounds down: what is
 * cut off stays where it was sent to.
 */
export function unitsOf(amount: string, scale: number | undefined): bigint | null {
  if (scale === undefined) return null
  const [whole = '', fraction = ''] = amount.split('.')
  const cut = fraction.slice(0, scale)
  const units = parseDecimal(cut === '' ? whole : `${whole}.${cut}`, scale)
  return units === null || units <= 0n ? null : units
}

/** Takes what an adapter says of outputs, in its order, and credits what has its confirmations by that. */
export async function takePayments(
  ports: WalletPorts,
  chain: ChainNetwork,
  messages: readonly ChainPaymentMessage[],
): Promise<void> {
  for (const message of messages) {
    const row = await takeOne(ports, chain, message)
    if (row === null) continue
    await tellPayment(ports, row)
    // whoever screens may take long: the next round asks them, and no adapter waits for it
    if (isConfirmed(row, chain.confirmations) && ports.screen === null) await creditByMachine(ports, row.id)
  }
}

async function takeOne(
  ports: WalletPorts,
  { network }: ChainNetwork,
  message: ChainPaymentMessage,
): Promise<ChainPaymentRow | null> {
  const { catalogue, database, now } = ports
  return database.transaction(async (client) => {
    const said = await canonicalOf(client, network, message)
    const owner = await paymentOwner(client, { ...said, network })
    const userId = owner?.userId ?? null
    const units = unitsOf(said.amount, catalogue.currencyByCode(said.currency)?.scale)
    const first = await insertPayment(client, { ...said, network, units, userId, now: now() })
    if (first !== null) return first
    const row = await lockOutput(client, { network, txid: said.txid, output: said.output })
    const told = row === null ? null : toldBy(row, said, { userId, now: now() })
    if (told !== null) await updatePayment(client, told)
    return told
  })
}

async function canonicalOf(
  client: Queryable,
  network: string,
  message: ChainPaymentMessage,
): Promise<ChainPaymentMessage> {
  const found = await findNetwork(client, message.currency, network)
  const txid = canonicalTransaction(message.txid)
  const address = found === null ? message.address : canonicalAddress(found.form, message.address)
  return { ...message, txid, address }
}

/** Goes on with what a crash, a busy engine or a silent market has left waiting. */
export async function creditDue(ports: WalletPorts): Promise<void> {
  for (const { network, confirmations } of ports.chain) {
    for (const id of await findDue(ports.database, network, confirmations)) await creditByMachine(ports, id)
  }
}
