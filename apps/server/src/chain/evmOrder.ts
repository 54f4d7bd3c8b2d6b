import { parseDecimal } from '@truemark/core/money/decimal'
import * as z from 'zod/mini'
import type { ChainPayout } from '../platform/chain/message.ts'
import type { EvmCoin } from './evmBlocks.ts'
import type { EvmCall, Fees } from './evmNode.ts'
import type { Stand } from './pay.ts'

const big = z.pipe(
  z.string(),
  z.transform((text) => BigInt(text)),
)
const version = z.object({ hash: z.string(), raw: z.string(), tip: big, feeMax: big, time: z.int() })
/** An order with the number of its account that it has alone, and each transaction that was signed for it, the last last. */
export const keptOrder = z.object({
  payout: z.int(),
  currency: z.string(),
  address: z.string(),
  amount: z.string(),
  contract: z.string(),
  chain: z.int(),
  from: z.string(),
  nonce: z.int(),
  to: z.string(),
  value: big,
  data: z.string(),
  gas: big,
  versions: z.array(version),
  stage: z.enum(['signed', 'sending']),
  /** The height at which its number was first seen used by another; null while it is not. */
  goneSince: z.nullable(z.int()),
})
export type KeptOrder = z.infer<typeof keptOrder>
export type Version = z.infer<typeof version>

/** What pays an order from an account; null where the chain counts the coin less finely. */
export function evmCallOf(
  from: string,
  { address, amount }: Pick<ChainPayout, 'address' | 'amount'>,
  { contract, decimals }: EvmCoin,
): EvmCall | null {
  const units = parseDecimal(amount, decimals)
  if (units === null || units <= 0n) return null
  const payee = address.toLowerCase()
  if (contract === '') return { from, to: payee, value: units, data: '0x' }
  const data = `0xa9059cbb${payee.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`
  return { from, to: contract, value: 0n, data }
}

/** Whether a text is an address of such a chain. */
export const isPayee = (address: string): boolean => /^0x[0-9a-f]{40}$/i.test(address)

/** What no other payment can use: a number of its account. */
export function pledgeOf({ from, nonce }: KeptOrder): string {
  return `${from}:${String(nonce)}`
}

/** How much a call moves, in smallest units: of a token's transfer it is the last word. */
export function unitsIn({ data, value }: Pick<EvmCall, 'data' | 'value'>, isOwn: boolean): bigint {
  return isOwn ? value : BigInt(`0x${data.slice(-64)}`)
}

/** The transaction that was signed last. */
export function lastOf({ versions }: KeptOrder): Version {
  const last = versions.at(-1)
  if (last === undefined) throw new Error('an order has no transaction')
  return last
}

/** What an order may cost at most, in the chain's own coin. */
export function costOf(order: KeptOrder): bigint {
  return order.value + order.gas * lastOf(order).feeMax
}

/** Of an order that was sent and stands in no block. */
export function standOf({ address, amount, payout }: KeptOrder, hash: string): Stand {
  const nowhere = { confirmations: 0, height: null, block: '' }
  return { payout, state: 'sent', txid: hash.slice(2), address, amount, ...nowhere, reason: '' }
}

export const max = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** Twice the block's price, so that it is mined also as prices rise; null while even the price itself is above `most` (wei). */
export function offerOf({ feeMax: base, tip }: Fees, most: bigint): Fees | null {
  if (base + tip > most) return null
  const wanted = 2n * base + tip
  return { tip, feeMax: wanted < most ? wanted : most }
}

/** Whether what a node knows of a transaction is this payment and no other. */
export function isCall(found: EvmCall | null, { data, from, to, value }: EvmCall): boolean {
  return found !== null && found.from === from && found.to === to && found.value === value && found.data === data
}
