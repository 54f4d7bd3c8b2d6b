import { dayMs } from '@truemark/core/money/units'
import type { DeskMiningProduct, MiningDraft, MiningDraftBody } from '@truemark/protocol/routes/deskMining'
import { decimal } from '@truemark/protocol/values'
import { compareFigures } from '@truemark/ui/figures/compare'
import { percentOf, shareOf } from '../markets/door.ts'

/** Terms as the form holds them: rates in percent. */
export interface Draft {
  readonly realm: MiningDraftBody['realm']
  /** The product whose later orders get these terms; null for a new one. */
  readonly productId: string | null
  readonly name: MiningDraftBody['name']
  readonly currency: string
  readonly rateMin: string
  readonly rateMax: string
  readonly days: string
  readonly minimum: string
  readonly maximum: string
  readonly capacity: string
  readonly early: string
  readonly source: MiningDraftBody['yield_source']
}

/** A new draft: five days of USDT, more than 100. */
export function newDraft(realm: MiningDraftBody['realm']): Draft {
  return {
    realm,
    productId: null,
    name: {},
    currency: 'USDT',
    rateMin: '',
    rateMax: '',
    days: '5',
    minimum: '100',
    maximum: '',
    capacity: '',
    early: '2',
    source: {},
  }
}

/** What stands in a draft or a product, as the form starts with it. */
export function draftOf(written: MiningDraft | DeskMiningProduct): Draft {
  return {
    realm: written.realm,
    productId: written.product_id,
    name: written.name,
    currency: written.currency,
    rateMin: percentOf(written.daily_return_rate_min),
    rateMax: percentOf(written.daily_return_rate_max),
    days: String(written.lockup_period),
    minimum: written.minimum_amount,
    maximum: written.maximum_amount,
    capacity: written.capacity,
    early: percentOf(written.early_redemption_rate),
    source: written.yield_source,
  }
}

export type DraftField = 'rateMin' | 'rateMax' | 'days' | 'minimum' | 'maximum' | 'capacity' | 'early'

function isDecimal(text: string): boolean {
  return decimal.safeParse(text).success
}

function isRate(text: string): boolean {
  return isDecimal(text) && shareOf(text) !== null
}

function isMore(text: string, than: string): boolean {
  return isDecimal(text) && (compareFigures(text, than) ?? 0) > 0
}

/** The fields that are wrong, so far as the desk can tell; the server tells the rest. */
export function faultsOf(draft: Draft): ReadonlySet<DraftField> {
  const faults = new Set<DraftField>()
  if (!isRate(draft.rateMin)) faults.add('rateMin')
  if (!isRate(draft.rateMax) || !isMore(draft.rateMax, '0')) faults.add('rateMax')
  else if (isRate(draft.rateMin) && isMore(draft.rateMin, draft.rateMax)) faults.add('rateMax')
  if (!/^([1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9]|36[0-5])$/.test(draft.days)) faults.add('days')
  if (!isDecimal(draft.minimum)) faults.add('minimum')
  if (!isMore(draft.maximum, draft.minimum || '0')) faults.add('maximum')
  if (!isMore(draft.capacity, draft.minimum || '0')) faults.add('capacity')
  if (!isRate(draft.early)) faults.add('early')
  return faults
}

/** The call's body of a draft without faults. */
export function bodyOf(draft: Draft): MiningDraftBody {
  return {
    realm: draft.realm,
    product_id: draft.productId,
    name: draft.name,
    currency: draft.currency,
    daily_return_rate_min: shareOf(draft.rateMin) ?? '0',
    daily_return_rate_max: shareOf(draft.rateMax) ?? '0',
    lockup_period: Number(draft.days),
    minimum_amount: draft.minimum,
    maximum_amount: draft.maximum,
    capacity: draft.capacity,
    early_redemption_rate: shareOf(draft.early) ?? '0',
    yield_source: draft.source,
  }
}

/** The days of UTC that rates can be published for, as they begin: from tomorrow on. */
export function daysAhead(now: number, count: number): number[] {
  const first = (Math.floor(now / dayMs) + 1) * dayMs
  return Array.from({ length: count }, (_, at) => first + at * dayMs)
}

/** The rates that are to be published: those that were typed, of days that have none. Null where one cannot be. */
export function ratesOf(
  typed: ReadonlyMap<number, string>,
  { daily_return_rate_min: min, daily_return_rate_max: max, rates }: DeskMiningProduct,
): { date: number; rate: string }[] | null {
  const found: { date: number; rate: string }[] = []
  for (const [date, percent] of typed) {
    if (percent === '' || rates.some((known) => known.date === date)) continue
    const rate = isRate(percent) ? shareOf(percent) : null
    if (rate === null || (compareFigures(rate, min) ?? -1) < 0 || (compareFigures(rate, max) ?? 1) > 0) return null
    found.push({ date, rate })
  }
  return found.toSorted((a, b) => a.date - b.date)
}

/** The name of a draft or product for the desk. */
export function nameOf({ name, currency, lockup_period: days }: MiningDraftBody): string {
  const written = name.en?.trim() ?? ''
  return written === '' ? `${currency} ${days}` : written
}
