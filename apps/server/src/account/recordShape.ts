import { formatDecimal } from '@truemark/core/money/decimal'
import { dayMs } from '@truemark/core/money/units'
import type { Record as RecordShape } from '@truemark/protocol/routes/account'
import { type DerivativeKinds, causeOf, noKinds } from './causes.ts'
import { references } from './tables.ts'
import type { AccountPorts } from './ports.ts'
import { type LedgerRow } from './tables.ts'

/** The id of what a line is about as people see it; '' where it is about nothing else. */
export function referenceText(ids: AccountPorts['ids'], { refKind, ref }: Pick<LedgerRow, 'refKind' | 'ref'>): string {
  return refKind === '' ? '' : ids.write(references[refKind], ref)
}

/** Why a line is there, where its category does not say: it is funding, or two operators entered it by hand. */
function reasonOf({ refKind, category }: Pick<LedgerRow, 'refKind' | 'category'>): RecordShape['reason'] {
  if (refKind === 'funding') return 'funding'
  return category === 'manual_deposit' || category === 'manual_withdrawal' ? 'manual' : ''
}

/** A line of the ledger as its owner sees it; `kinds` says what the numbers of contracts and perpetuals are. */
export function recordShape(
  { catalogue, ids }: Pick<AccountPorts, 'catalogue' | 'ids'>,
  row: LedgerRow,
  kinds: DerivativeKinds = noKinds,
): RecordShape {
  const { code, scale } = catalogue.currency(row.currency)
  const isDeposit = row.amount > 0n
  return {
    id: `${ids.write('record', row.seq)}-${row.place}`,
    type: row.account,
    amount: formatDecimal(row.amount, scale),
    currency: code,
    date: row.time,
    category: row.category,
    isDeposit,
    from: isDeposit ? row.other : row.account,
    to: isDeposit ? row.account : row.other,
    reference: referenceText(ids, row),
    reason: reasonOf(row),
    income_day: row.incomeDay === 0 ? null : row.incomeDay * dayMs,
    balance: formatDecimal(row.balanceAfter, scale),
    cause: causeOf(ids, kinds, row),
  }
}

/** The place in a ledger that a page goes on from, as text: undefined without one, null for what is none. */
export const recordCursor = {
  read(cursor: string | undefined): { time: number; place: number } | null | undefined {
    if (cursor === undefined) return undefined
    const match = /^([0-9]{1,15})-([0-9]{1,9})$/.exec(cursor)
    return match === null ? null : { time: Number(match[1]), place: Number(match[2]) }
  },
  write(last: { readonly time: number; readonly place: number } | undefined): string | null {
    return last === undefined ? null : `${last.time}-${last.place}`
  },
}
