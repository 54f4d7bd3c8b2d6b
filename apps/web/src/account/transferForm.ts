import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { accountKind, type AccountKind } from '@truemark/protocol/routes/account'
import * as z from 'zod/mini'

/** Decimals of USDT, the one currency that moves between accounts. */
export const transferScale = 6

/** What stands in the form; `amount` is a canonical decimal text or ''. */
export interface TransferDraft {
  readonly from: AccountKind
  readonly to: AccountKind
  readonly amount: string
}

export type TransferFault = 'transfer_not_positive' | 'balance_insufficient' | 'transfer_beyond_usable'

/** Where money stands and what of it can leave, in smallest units. */
export interface Stands {
  readonly available: Readonly<Record<AccountKind, bigint>>
  /** What open positions let go of the contract account. */
  readonly usable: bigint
}

/** The accounts that a page's query names, coin to contract where it names none. */
export function draftInSearch(search: Readonly<Record<string, unknown>>): TransferDraft {
  const from = accountKind.safeParse(search['from'])
  const to = accountKind.safeParse(search['to'])
  const source = from.success ? from.data : to.success && to.data === 'coin' ? 'contract' : 'coin'
  const target = to.success ? to.data : source === 'coin' ? 'contract' : 'coin'
  return { from: source, to: target === source ? otherThan(source) : target, amount: '' }
}

const draftSchema = z.object({ from: accountKind, to: accountKind, amount: z.string() })

/** Whether what was kept of a form is one. */
export function isTransferDraft(kept: unknown): kept is TransferDraft {
  return draftSchema.safeParse(kept).success
}

function otherThan(account: AccountKind): AccountKind {
  return account === 'coin' ? 'contract' : 'coin'
}

/** The draft with another account at one end; choosing the one at the other end swaps both. */
export function withAccount(draft: TransferDraft, end: 'from' | 'to', account: AccountKind): TransferDraft {
  const other = end === 'from' ? 'to' : 'from'
  return draft[other] === account ? swapped(draft) : { ...draft, [end]: account }
}

/** The draft the other way round. */
export function swapped(draft: TransferDraft): TransferDraft {
  return { ...draft, from: draft.to, to: draft.from }
}

/** The most that can leave an account, in smallest units. */
export function movableFrom(account: AccountKind, { available, usable }: Stands): bigint {
  const there = available[account]
  return account === 'contract' && usable < there ? usable : there
}

/** What the server would refuse of the amount; null where it is fine. */
export function transferFault({ from, amount }: TransferDraft, stands: Stands): TransferFault | null {
  const units = parseDecimal(amount, transferScale)
  if (units === null || units === 0n) return 'transfer_not_positive'
  if (units > stands.available[from]) return 'balance_insufficient'
  return units > movableFrom(from, stands) ? 'transfer_beyond_usable' : null
}

/** What stands in both accounts once the amount has moved, as decimal texts; null where it cannot move. */
export function afterTransfer(draft: TransferDraft, stands: Stands): { from: string; to: string } | null {
  if (transferFault(draft, stands) !== null) return null
  const units = parseDecimal(draft.amount, transferScale) ?? 0n
  return {
    from: formatDecimal(stands.available[draft.from] - units, transferScale),
    to: formatDecimal(stands.available[draft.to] + units, transferScale),
  }
}

/** A share of what can move, in whole percent, as a decimal text: floored to the unit. */
export function shareOf(percent: number, movable: bigint): string {
  return formatDecimal((movable * BigInt(percent)) / 100n, transferScale)
}

/** The whole percent that an amount is of what can move, at most 100. */
export function percentOf(amount: string, movable: bigint): number {
  const units = parseDecimal(amount, transferScale) ?? 0n
  if (movable === 0n || units === 0n) return 0
  return units >= movable ? 100 : Number((units * 100n) / movable)
}
