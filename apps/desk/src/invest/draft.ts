import { dayMs } from '@truemark/core/money/units'
import type { DeskInvestProduct, InvestDraftBody } from '@truemark/protocol/routes/deskInvest'
import { decimal } from '@truemark/protocol/values'
import { percentOf, shareOf } from '../markets/door.ts'
import { fieldOf, momentOf } from '../draft/door.ts'

/** The periods that are offered, in days. */
export const periods = [1, 7, 30, 90, 180, 365] as const

/** A product as the form holds it: the rate in percent, the maturity as a field of day and minute in UTC. */
export interface Draft {
  readonly realm: 'real' | 'demo'
  readonly name: string
  readonly symbol: string
  readonly direction: InvestDraftBody['direction']
  readonly reference: string
  readonly percent: string
  readonly days: number
  readonly singlePrice: string
  readonly shares: string
  readonly maturity: string
  readonly source: InvestDraftBody['yield_source']
}

const maturityHour = 8

/** A new draft: a week of selling BTC high, on sale for a day. */
export function newDraft(now: number): Draft {
  const maturity = Math.ceil(now / dayMs) * dayMs + 8 * dayMs + maturityHour * 3_600_000
  return {
    realm: 'real',
    name: '',
    symbol: 'BTCUSDT',
    direction: 'sell_high',
    reference: '',
    percent: '',
    days: 7,
    singlePrice: '0.01',
    shares: '1000',
    maturity: fieldOf(maturity),
    source: {},
  }
}

/** What stands in a product, as the form starts with it. */
export function draftOf(product: DeskInvestProduct): Draft {
  return {
    realm: product.realm,
    name: product.name,
    symbol: product.symbol,
    direction: product.direction,
    reference: product.linked_reference_price,
    percent: percentOf(product.annualized_return),
    days: product.holding_period,
    singlePrice: product.single_price,
    shares: String(product.shares),
    maturity: fieldOf(product.maturity_date),
    source: product.yield_source,
  }
}

export type DraftField = 'reference' | 'percent' | 'singlePrice' | 'shares' | 'maturity'

/** A positive decimal text. */
export function isPositive(text: string): boolean {
  return decimal.safeParse(text).success && /[1-9]/.test(text)
}

/** The fields that are wrong, so far as the desk can tell; the server tells the rest. */
export function faultsOf(draft: Draft, now: number): ReadonlySet<DraftField> {
  const faults = new Set<DraftField>()
  if (!isPositive(draft.reference)) faults.add('reference')
  if (!isPositive(draft.percent) || shareOf(draft.percent) === null) faults.add('percent')
  if (!isPositive(draft.singlePrice)) faults.add('singlePrice')
  if (!/^[1-9][0-9]{0,6}$/.test(draft.shares)) faults.add('shares')
  const saleEnd = saleEndOf(draft)
  if (saleEnd === null || saleEnd <= now) faults.add('maturity')
  return faults
}

/** When the sale of a draft ends; null while its maturity is no moment. */
export function saleEndOf({ maturity, days }: Draft): number | null {
  const at = momentOf(maturity)
  return at === null ? null : at - days * dayMs
}

/** The call's body of a draft without faults. */
export function bodyOf(draft: Draft): InvestDraftBody {
  return {
    realm: draft.realm,
    name: draft.name.trim(),
    symbol: draft.symbol,
    direction: draft.direction,
    linked_reference_price: draft.reference,
    annualized_return: shareOf(draft.percent) ?? '0',
    holding_period: draft.days,
    single_price: draft.singlePrice,
    shares: Number(draft.shares),
    maturity_date: momentOf(draft.maturity) ?? 0,
    yield_source: draft.source,
  }
}
