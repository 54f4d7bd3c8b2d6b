import type { Listing } from '@truemark/core/book/listing'
import { unitPrice, worthAt } from '@truemark/core/book/worth'
import type { InvestOrder as BoughtOrder } from '@truemark/core/invest/event'
import { investedCurrency, payoutsOf, saleEndOf } from '@truemark/core/invest/terms'
import type { InvestProductView } from '@truemark/core/invest/view'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { LocaleId } from '@truemark/protocol/locale'
import type { InvestDraftBody } from '@truemark/protocol/routes/deskInvest'
import type { InvestOrder, InvestProduct } from '@truemark/protocol/routes/invest'
import type { Catalogue } from '../engine/door.ts'
import { textIn } from '../draft/door.ts'
import type { InvestPorts } from './ports.ts'
import type { OrderRow, ProductRow } from './store.ts'

/** The texts of a product: its draft's body, or nothing where it is gone. */
export type Texts = Pick<InvestDraftBody, 'name' | 'yield_source'>
export const noTexts: Texts = { name: '', yield_source: {} }

type Shaping = Pick<InvestPorts, 'catalogue' | 'ids' | 'indexOf' | 'simulated'>

function amountText(catalogue: Catalogue, currency: number, amount: bigint): string {
  return formatDecimal(amount, catalogue.currency(currency).scale)
}

function priceText({ priceDecimals }: Pick<Listing, 'priceDecimals'>, tenths: number): string {
  return formatDecimal(tenths, priceDecimals + 1)
}

function termsShape({ catalogue, ids }: Pick<Shaping, 'catalogue' | 'ids'>, row: ProductRow, name: string) {
  const listing = catalogue.listing(row.listing)
  const currency = investedCurrency(row.direction, listing)
  return {
    product_id: ids.write('investProduct', row.product),
    name,
    symbol: listing.code,
    direction: row.direction,
    currency: catalogue.currency(currency).code,
    coin: catalogue.currency(listing.base).code,
    single_price: amountText(catalogue, currency, row.sharePrice),
    annualized_return: formatDecimal(row.annualRate, rateScale),
    linked_reference_price: formatDecimal(row.referencePrice, listing.priceDecimals),
    holding_period: row.days,
    maturity_date: row.maturity,
  }
}

/** A product that is on sale. */
export function productShape(ports: Shaping, view: InvestProductView, texts: Texts, locale: LocaleId): InvestProduct {
  const { catalogue } = ports
  const { terms, product, sold } = view
  const listing = catalogue.listing(terms.listing)
  const paid = payoutsOf(terms, listing, terms.sharePrice)
  return {
    ...termsShape(ports, { product, draft: terms.text, ...terms }, texts.name),
    sale_end: saleEndOf(terms),
    shares: terms.shares,
    remaining_shares: terms.shares - sold,
    yield_source: textIn(texts.yield_source, locale),
    coin_payout: amountText(catalogue, listing.base, paid.coin),
    usdt_payout: amountText(catalogue, listing.quote, paid.usdt),
    current_price: ports.indexOf(listing.code),
    simulated: ports.simulated(),
  }
}

/** What was paid above what the amount comes to at the reference price, in the currency that was paid. */
function incomeOf(row: OrderRow, listing: Listing): bigint {
  if (row.ended === null || row.ended.outcome === 'void') return 0n
  const plain = payoutsOf({ ...row, annualRate: 0 }, listing, row.amount)
  return row.ended.amount - (row.ended.outcome === 'coin' ? plain.coin : plain.usdt)
}

/** What was paid and what was put in, in USDT at the settlement price. */
function hadHeld(row: OrderRow, listing: Listing, scale: number): InvestOrder['had_held'] {
  if (row.ended === null || row.ended.settlementTenths === null) return null
  const price = unitPrice(listing, row.ended.settlementTenths)
  const worth = (currency: number, amount: bigint): bigint =>
    currency === listing.quote ? amount : worthAt(amount, price, 'down')
  const paid = worth(row.ended.currency, row.ended.amount)
  const held = worth(row.currency, row.amount)
  return {
    paid_value: formatDecimal(paid, scale),
    held_value: formatDecimal(held, scale),
    difference: formatDecimal(paid - held, scale),
  }
}

/** An investment as its owner sees it. */
export function orderShape(ports: Pick<Shaping, 'catalogue' | 'ids'>, row: OrderRow, texts: Texts): InvestOrder {
  const { catalogue, ids } = ports
  const { ended } = row
  const listing = catalogue.listing(row.listing)
  const priced = ended !== null && ended.settlementTenths !== null ? ended : null
  return {
    order_id: ids.write('investOrder', row.order),
    ...termsShape(ports, row, texts.name),
    shares: row.shares,
    investment_amount: amountText(catalogue, row.currency, row.amount),
    coin_payout: amountText(catalogue, row.coin, row.coinPayout),
    usdt_payout: amountText(catalogue, listing.quote, row.usdtPayout),
    transaction_time: row.boughtAt,
    status: ended === null ? 'purchased' : 'completed',
    outcome: ended?.outcome ?? null,
    settlement_price: priced === null ? null : priceText(listing, priced.settlementTenths ?? 0),
    settlement_time: ended?.at ?? null,
    samples: priced?.samples ?? null,
    sample_first: priced?.first ?? null,
    sample_last: priced?.last ?? null,
    paid_currency: ended === null ? null : catalogue.currency(ended.currency).code,
    paid_amount: ended === null ? null : amountText(catalogue, ended.currency, ended.amount),
    income: ended === null ? null : amountText(catalogue, ended.currency, incomeOf(row, listing)),
    had_held: hadHeld(row, listing, catalogue.currency(listing.quote).scale),
  }
}

/** A purchase as the engine answers it, as a row that has not ended. */
export function boughtRow(order: BoughtOrder): OrderRow {
  const { terms, ...rest } = order
  const { listing, direction, referencePrice, annualRate, days, sharePrice, maturity, text: draft } = terms
  const product = { draft, listing, direction, referencePrice, annualRate, days, sharePrice, maturity }
  return { ...rest, ...product, ended: null }
}
