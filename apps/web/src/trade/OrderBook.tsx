import type { BookKind, SymbolView } from '@truemark/protocol/routes/market'
import { client } from '@truemark/protocol/client'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { joined } from '@truemark/ui/primitives/joined'
import { Price } from '@truemark/ui/primitives/Price'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useSaid } from '@truemark/ui/primitives/useSaid'
import { useTranslations } from 'use-intl'
import { useCutOff } from '../data/live.ts'
import { useMarketCondition } from '../data/markets.ts'
import { useBook } from '../data/marketStore.ts'
import { usePrice } from '../data/prices.ts'
import { bookRows, spreadOf, type BookRow } from './bookRows.ts'

/** In what a book's amounts are written. */
export interface BookAmounts {
  readonly book: BookKind
  /** What stands over the column: quantity, lots. */
  readonly label: string
  readonly unit: string
  readonly decimals: number
}

interface OrderBookProps {
  market: SymbolView
  /** What is ordered by: an amount of the base currency, or lots. */
  amounts: BookAmounts
  /** Two columns beside each other, or asks over bids. */
  layout: 'beside' | 'stacked'
  onPrice: (price: string) => void
}

const blank: BookRow = { price: '', amount: '', total: '', depth: 0 }

function padded(rows: readonly BookRow[]): BookRow[] {
  return Array.from({ length: client.bookLevels }, (_, index) => rows[index] ?? blank)
}

/** The best five levels of both sides, live; a press on a price takes it into the ticket. */
export function OrderBook({ market, amounts, layout, onPrice }: OrderBookProps) {
  const t = useTranslations('spot')
  const book = useBook(market.symbol, amounts.book)
  const rows = bookRows(book?.asks ?? [], book?.bids ?? [])
  const spread = book ? spreadOf(book.asks, book.bids) : null
  const reconnecting = useCutOff()
  const stale = useMarketCondition(market).status !== 'open' || reconnecting
  // it keeps its height, so that nothing shifts once somebody quotes
  const isEmpty = book !== undefined && book.asks.length + book.bids.length === 0
  const common = { market, decimals: amounts.decimals, onPrice, stale, awaited: book === undefined }
  if (layout === 'beside') {
    return (
      <section aria-label={t('orderBook')} className="grid grid-cols-2">
        <Head amounts={amounts} label={t('bids')} mirrored />
        <Head amounts={amounts} label={t('asks')} />
        {isEmpty && <Empty className="col-span-2 h-55" />}
        <ul aria-label={t('bids')} hidden={isEmpty}>
          {padded(rows.bids).map((row, index) => (
            <Row key={index} {...common} row={row} side="bid" mirrored />
          ))}
        </ul>
        <ul aria-label={t('asks')} hidden={isEmpty}>
          {padded(rows.asks).map((row, index) => (
            <Row key={index} {...common} row={row} side="ask" />
          ))}
        </ul>
      </section>
    )
  }
  return (
    <section aria-label={t('orderBook')} className="flex flex-col">
      <div className="grid grid-cols-3 px-3 py-1.5 text-12 text-quiet">
        <span>{t('price')}</span>
        <span className="text-right">{amounts.label}</span>
        <span className="text-right">{t('total')}</span>
      </div>
      <ul aria-label={t('asks')}>
        {padded(rows.asks)
          .toReversed()
          .map((row, index) => (
            <Row key={index} {...common} row={row} side="ask" total />
          ))}
      </ul>
      <div className="flex items-baseline justify-between px-3 py-2">
        <LastPrice market={market} stale={stale} />
        <span className="text-12 text-quiet">
          {t('spread')}{' '}
          <Price
            value={spread ?? undefined}
            decimals={market.price_decimals}
            tints={false}
            className="text-secondary"
          />
        </span>
      </div>
      {isEmpty && <Empty className="h-35" />}
      <ul aria-label={t('bids')} hidden={isEmpty}>
        {padded(rows.bids).map((row, index) => (
          <Row key={index} {...common} row={row} side="bid" total />
        ))}
      </ul>
    </section>
  )
}

function Empty({ className }: { className: string }) {
  const t = useTranslations('spot')
  return <p className={joined('grid place-items-center text-14 text-quiet', className)}>{t('bookEmpty')}</p>
}

function LastPrice({ market, stale }: { market: SymbolView; stale: boolean }) {
  const price = usePrice(market.symbol)?.price
  return <Price value={price} decimals={market.price_decimals} stale={stale} className="text-20 font-semibold" />
}

function Head({ amounts, label, mirrored = false }: { amounts: BookAmounts; label: string; mirrored?: boolean }) {
  const price = <span>{label}</span>
  const amount = (
    <span>
      {amounts.label} {amounts.unit}
    </span>
  )
  return (
    <div className="flex justify-between px-4 py-1.5 text-12 text-quiet">
      {mirrored ? amount : price}
      {mirrored ? price : amount}
    </div>
  )
}

interface RowProps {
  market: SymbolView
  row: BookRow
  decimals: number
  side: 'ask' | 'bid'
  stale: boolean
  /** Whether no book has come yet. */
  awaited: boolean
  mirrored?: boolean
  total?: boolean
  onPrice: (price: string) => void
}

function Row({ market, row: now, decimals, side, stale, awaited, mirrored = false, total = false, onPrice }: RowProps) {
  const { said: row, keys } = useSaid(now)
  const locale = useFigureLocale()
  const t = useTranslations('spot')
  const tone = stale ? 'text-quiet' : side === 'ask' ? 'text-down' : 'text-up'
  const show = (text: string, decimals: number) =>
    text === '' ? '' : formatFigure(text, locale, { decimalsMin: decimals, decimalsMax: decimals })
  const price = (
    <span className={joined('font-medium', tone)}>
      {awaited ? <Skeleton className="h-3 w-14" /> : show(row.price, market.price_decimals)}
    </span>
  )
  const amount = (
    <span className="text-right text-secondary">
      {awaited ? <Skeleton className="ml-auto h-3 w-10" /> : show(row.amount, decimals)}
    </span>
  )
  return (
    // a row that knows its size alone is laid out anew alone: twenty times a second, on a cheap phone
    <li className={joined('contain-strict', total ? 'h-7' : 'h-11')}>
      <button
        type="button"
        disabled={row.price === ''}
        aria-label={`${t('price')} ${show(row.price, market.price_decimals)}, ${t('quantity')} ${show(row.amount, decimals)}`}
        {...keys}
        onClick={() => onPrice(row.price)}
        className={joined(
          'figures relative w-full text-12 -outline-offset-2 hover:bg-raised',
          total ? 'grid h-full grid-cols-3 items-center px-3' : 'flex h-full items-center justify-between px-4',
        )}
      >
        {row.depth > 0 && (
          <span
            aria-hidden="true"
            className={joined(
              'absolute inset-y-px w-full',
              side === 'ask' ? 'bg-down-soft' : 'bg-up-soft',
              mirrored || total ? 'right-0 origin-right' : 'left-0 origin-left',
            )}
            style={{ transform: `scaleX(${row.depth / 100})` }}
          />
        )}
        <span className="relative contents">
          {mirrored ? amount : <span className={joined('relative', total && 'text-left')}>{price}</span>}
          {mirrored ? <span className="relative">{price}</span> : amount}
          {total && <span className="relative text-right text-quiet">{show(row.total, decimals)}</span>}
        </span>
      </button>
    </li>
  )
}
