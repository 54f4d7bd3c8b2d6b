import type { Queryable } from '../../platform/postgres/database.ts'
import { findMemoOwner } from '../memos.store.ts'
import { type NetworkRow, findNetwork } from '../networks.store.ts'
import { findAddressOwner } from '../pool.store.ts'
import type { ChainPaymentRow } from './payments.store.ts'

type Place = Pick<ChainPaymentRow, 'network' | 'currency' | 'address' | 'memo'>

export interface PaymentOwner {
  readonly userId: number
  /** What the address was given for. */
  readonly currency: string
  readonly network: string
}

/**
 * Whose a payment is: of the address that is one person's, or, where it went to the network's shared address, of the memo that
 * is theirs. Null where it is nobody's.
 */
export async function paymentOwner(client: Queryable, place: Place): Promise<PaymentOwner | null> {
  const { network, currency, address, memo } = place
  const own = await findAddressOwner(client, address)
  if (own !== null) return own
  const found = await findNetwork(client, currency, network)
  if (found === null || memo === '' || !isShared(found, address)) return null
  const userId = await findMemoOwner(client, network, memo)
  return userId === null ? null : { userId, currency, network }
}

const isShared = (found: NetworkRow, address: string): boolean => found.address !== '' && found.address === address

/** Why a payment is nobody's: its address is not, or its memo is not or is missing. */
export function ownerlessReason(found: NetworkRow, { address, memo }: Pick<Place, 'address' | 'memo'>): string {
  if (!found.memo || !isShared(found, address)) return 'address_unknown'
  return memo === '' ? 'memo_missing' : 'memo_unknown'
}
