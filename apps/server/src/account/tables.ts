import { wealthProducts } from '@truemark/core/capability/products'
import { categories } from '@truemark/core/ledger/categories'
import { accounts } from '@truemark/core/ledger/move'
import { productOrderIds } from '@truemark/protocol/product/all'
import { type RowOf, amount, bytes, holder, int2, int4, integer, readModel, text, word } from '../engine/door.ts'
import type { IdKind } from '../platform/publicId.ts'

/** What a ledger line is about. Places are for ever: they stand in the table. */
export const refKinds = [
  '',
  'spot_order',
  'transfer',
  'spot_trade',
  'exchange',
  /** An order of contracts or perpetuals, a ticket or a position: one sequence numbers them all. */
  'derivative',
  /** The same, where funding changed it. */
  'funding',
  'deposit',
  'withdrawal',
  'option',
  ...wealthProducts,
] as const
export type RefKind = (typeof refKinds)[number]

/** What the number of each is called where people see it. */
export const references = {
  spot_order: 'order',
  transfer: 'transfer',
  spot_trade: 'fill',
  exchange: 'exchange',
  derivative: 'derivative',
  funding: 'derivative',
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  option: 'option',
  ...productOrderIds,
} as const satisfies Record<Exclude<RefKind, ''>, IdKind>

/**
 * Who stands on the other side of a line: one of the holder's own accounts, or a word; `held` is the frozen part of the
 * same account. Places are for ever.
 */
export const otherSides = [
  'coin',
  'contract',
  'option',
  'market',
  'fees',
  'external',
  'held',
  'finance',
  'options',
  'exchange',
  'treasury',
  'insurance',
  'clearing',
] as const
export type OtherSide = (typeof otherSides)[number]

/**
 * The lines of the ledger, each with what stood in the account after it: all of it, or (a line against `held`, which moves
 * nothing out of the account) what of it was available. Amounts in smallest units.
 */
export const entries = readModel('ledger_entry', {
  holder: holder(),
  time: integer(),
  place: int4(),
  seq: integer(),
  account: word(accounts),
  currency: int2(),
  category: word(categories),
  amount: amount(),
  balanceAfter: amount(),
  other: word(otherSides),
  refKind: word(refKinds),
  ref: integer(),
  /** The day of UTC (days since 1970) that mining income is for; 0 for any other line. */
  incomeDay: int4(),
})
export type LedgerRow = RowOf<typeof entries>

/** Transfers between two accounts of a holder; `amount` in smallest units of USDT. */
export const transfers = readModel('transfer', {
  id: integer(),
  holder: holder(),
  from: word(accounts, 'from_account'),
  to: word(accounts, 'to_account'),
  amount: amount(),
  time: integer(),
})
export type TransferRecord = RowOf<typeof transfers>

/** Idempotency keys, with the digest of their body and the first answer. */
export const usedKeys = readModel('used_key', {
  holder: holder(),
  id: bytes(),
  route: text(),
  digest: bytes(),
  answer: bytes(),
  time: integer(),
})

/** Exchanges that were made; amounts in smallest units, `targetAmount` after the fee. */
export const conversions = readModel('conversion', {
  conversion: integer('id'),
  holder: holder(),
  source: int2(),
  target: int2(),
  sourceAmount: amount(),
  targetAmount: amount(),
  fee: amount(),
  feeRate: int4(),
  time: integer(),
})
