import type { HolderId } from '@truemark/core/ledger/holders'
import { type Exchange, house } from '../engine/door.ts'

/** Whether a holder has money anywhere, or a request that is open; without money nothing else can be open. */
export async function holdsSomething(exchange: Exchange, holder: HolderId): Promise<boolean> {
  const { balances, invested } = await exchange.ask(house, { type: 'balances', holder })
  if (balances.some(({ available, frozen }) => available !== 0n || frozen !== 0n)) return true
  // what was paid for and is still to be delivered
  if (invested.some(({ amount }) => amount !== 0n)) return true
  const { view } = await exchange.ask(house, { type: 'wallet', holder })
  if (view.deposit !== null || view.withdrawal !== null) return true
  const { orders } = await exchange.ask(house, { type: 'investOrders', holder })
  return orders.length > 0
}
