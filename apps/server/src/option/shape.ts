import type { Listing } from '@truemark/core/book/listing'
import { formatDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { rateScale, usdtScale } from '@truemark/core/money/units'
import { breakEvenRate, entryDelayMs, entryWithinMs, type OptionTerms } from '@truemark/core/option/terms'
import type { OptionView } from '@truemark/core/option/view'
import type { OptionExit, OptionOrder, OptionTermsView } from '@truemark/protocol/routes/option'
import type { Catalogue } from '../engine/door.ts'
import type { PublicIds } from '../platform/publicId.ts'
import type { SampleRow, StoredExit } from './exits.store.ts'

const tradeScale = 12

/** An index in tenths of a tick as a decimal text. */
export function indexText(listing: Pick<Listing, 'priceDecimals'>, tenths: number): string {
  return formatDecimal(tenths, listing.priceDecimals + 1)
}

// stake over entry price, in the base currency, rounded down
function volumeText(listing: Listing, baseScale: number, { stake, entryTenths }: OptionView): string {
  const numerator = stake * 10n ** BigInt(baseScale + listing.priceDecimals + 1)
  return formatDecimal(divide(numerator, BigInt(entryTenths) * 10n ** BigInt(usdtScale), 'down'), baseScale)
}

function earningsOf({ status, outcome, gain, stake }: OptionView): bigint | null {
  if (status === 'open') return null
  return outcome === 'win' ? gain : outcome === 'loss' ? -stake : 0n
}

/** What of the present is in an order: the index, the time and whether prices are simulated. */
export interface Present {
  readonly indexOf: (symbol: string) => string | null
  readonly simulated: () => boolean
  readonly now: () => number
}

/** An option as its owner sees it. */
export function optionShape(catalogue: Catalogue, ids: PublicIds, view: OptionView, present: Present): OptionOrder {
  const listing = catalogue.listing(view.listing)
  const entered = view.entryStamp > 0
  const open = view.status === 'open'
  const settled = view.status === 'closed'
  const earnings = earningsOf(view)
  const left = Math.max(0, Math.floor((view.expiry - present.now()) / 1_000))
  return {
    order_id: ids.write('option', view.order),
    symbol: listing.code,
    type: view.direction,
    trade_mode: view.seconds,
    payout_rate: formatDecimal(view.rate, rateScale),
    tie_rule: view.tie,
    order_amount: formatDecimal(view.stake, usdtScale),
    payout: formatDecimal(view.stake + view.gain, usdtScale),
    entry_price: entered ? indexText(listing, view.entryTenths) : null,
    entry_time: entered ? view.entryStamp : null,
    entry_sources: entered ? view.entrySources : null,
    current_price: open ? present.indexOf(listing.code) : null,
    close_price: settled ? indexText(listing, view.exitTenths) : null,
    close_sample_time: settled ? view.exitStamp : null,
    closed_time: open ? null : view.closedAt,
    volume: entered ? volumeText(listing, catalogue.currency(listing.base).scale, view) : null,
    created_time: view.acceptedAt,
    expiration_time: entered ? view.expiry : null,
    fee: '0',
    countdown: open && entered ? left : null,
    earnings: earnings === null ? null : formatDecimal(earnings, usdtScale),
    status: view.status,
    outcome: view.outcome,
    reason: view.reason,
    simulated: entered ? view.kind !== 'live' : present.simulated(),
  }
}

/** A listing's terms as anyone may see them before an order. */
export function termsShape(symbol: string, terms: OptionTerms): OptionTermsView {
  return {
    symbol,
    on: terms.on,
    trade_modes: terms.durations.map(({ seconds, rate }) => ({
      trade_mode: seconds,
      payout_rate: formatDecimal(rate, rateScale),
      break_even_rate: formatDecimal(breakEvenRate(rate), rateScale),
    })),
    amount_min: formatDecimal(terms.stakeMin, usdtScale),
    amount_max: formatDecimal(terms.stakeMax, usdtScale),
    tie_rule: terms.tie,
    entry_after: entryDelayMs,
    entry_until: entryWithinMs,
  }
}

/** An exit with its evidence. */
export function exitShape(listing: Listing, exit: StoredExit, samples: readonly SampleRow[]): OptionExit {
  return {
    symbol: listing.code,
    expiration_time: exit.expiry,
    state: exit.state,
    price: exit.indexTenths === null ? null : indexText(listing, exit.indexTenths),
    sample_time: exit.stamp,
    sources: exit.sources,
    trades: exit.trades.map((trade) => ({ ...trade, price: formatDecimal(trade.price, tradeScale) })),
    samples: samples.map(({ stamp, indexTenths, sources, fresh }) => ({
      time: stamp,
      price: indexText(listing, indexTenths),
      sources,
      fresh,
    })),
    simulated: exit.kind !== 'live',
  }
}
