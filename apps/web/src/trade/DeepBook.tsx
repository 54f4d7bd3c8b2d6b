import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { joined } from '@truemark/ui/primitives/joined'
import { Price } from '@truemark/ui/primitives/Price'
import { useSaid } from '@truemark/ui/primitives/useSaid'
import type { SymbolView } from '@truemark/protocol/routes/market'
import { memo, useMemo, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useCutOff } from '../data/live.ts'
import { useMarketCondition } from '../data/markets.ts'
import { useDeepBook } from '../data/marketStore.ts'
import { usePrice } from '../data/prices.ts'
import { spreadOf } from './bookRows.ts'
import { bookSettings, useBookSettings } from './bookSettings.ts'
import { bookSteps, gathered, type BookStep } from './bookSteps.ts'
import { deepRows, type DeepRow } from './deepRows.ts'
import type { BookAmounts } from './OrderBook.tsx'

export interface DeepBookProps {
  market: SymbolView
  amounts: BookAmounts
  /** The prices of the account's own open orders. */
  own: ReadonlySet<string>
  onPrice: (price: string) => void
}

/** Where a market has no steps, which none is without. */
const oneStep: BookStep = { text: '1', decimals: 0 }

type BookSide = 'ask' | 'bid'

interface Pointed {
  readonly side: BookSide
  readonly place: number
}

/**
 * Up to twenty levels a side, live: asks above the spread, bids beneath it. What lies up to each level is drawn and said;
 * a press takes its price into the ticket.
 */
export function DeepBook({ market, amounts, own, onPrice }: DeepBookProps) {
  const t = useTranslations('spot')
  const book = useDeepBook(market.symbol, amounts.book)
  const last = usePrice(market.symbol)?.price
  const steps = useMemo(() => bookSteps(market.price_decimals, market.lastPrice ?? last), [market, last])
  const chosen = Math.min(useBookSettings().step, steps.length - 1)
  const step = steps[chosen] ?? oneStep
  const rows = useMemo(() => rowsOf(book, step, market.price_decimals), [book, step, market.price_decimals])
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const reconnecting = useCutOff()
  const stale = useMarketCondition(market).status !== 'open' || reconnecting
  const read = pointed === null ? undefined : rows[pointed.side][pointed.place]
  const side = (which: BookSide) => (
    <Side
      side={which}
      rows={rows[which]}
      pointed={pointed?.side === which ? pointed.place : -1}
      decimals={step.decimals}
      amountDecimals={amounts.decimals}
      stale={stale}
      own={own}
      onPoint={(place) => setPointed(place === null ? null : { side: which, place })}
      onPrice={onPrice}
    />
  )
  const isEmpty = book !== undefined && rows.ask.length + rows.bid.length === 0
  return (
    <section aria-label={t('orderBook')} className="flex min-h-0 flex-1 flex-col">
      <Head steps={steps} chosen={chosen} label={amounts.label} />
      {isEmpty && <p className="grid h-40 place-items-center text-14 text-quiet">{t('bookEmpty')}</p>}
      {side('ask')}
      <div className="flex min-h-11 items-center justify-between gap-2 px-3 shadow-[inset_0_1px_0_0_var(--line),inset_0_-1px_0_0_var(--line)]">
        {read === undefined ? (
          <>
            <Price value={last} decimals={market.price_decimals} stale={stale} className="text-20 font-semibold" />
            <span className="text-12 text-quiet">
              {t('spread')}{' '}
              <Price
                value={(book && spreadOf(book.asks, book.bids)) ?? undefined}
                decimals={market.price_decimals}
                tints={false}
                className="text-secondary"
              />
            </span>
          </>
        ) : (
          <UpTo row={read} amounts={amounts} priceDecimals={market.price_decimals} quote={market.quote} />
        )}
      </div>
      {side('bid')}
    </section>
  )
}

function rowsOf(
  book: ReturnType<typeof useDeepBook>,
  step: BookStep,
  scale: number,
): Record<BookSide, readonly DeepRow[]> {
  if (book === undefined) return { ask: [], bid: [] }
  const { asks, bids } = deepRows(gathered(book.asks, 'ask', step, scale), gathered(book.bids, 'bid', step, scale))
  return { ask: asks, bid: bids }
}

function Head({ steps, chosen, label }: { steps: readonly BookStep[]; chosen: number; label: string }) {
  const t = useTranslations('spot')
  const wide = useTranslations('wideTrade')
  const locale = useFigureLocale()
  const show = ({ text, decimals }: BookStep) =>
    formatFigure(text, locale, { decimalsMin: decimals, decimalsMax: decimals })
  return (
    <div className="grid grid-cols-[1fr_1fr_1fr] items-center px-3 text-12 text-quiet">
      <span className="flex items-center gap-1">
        {t('price')}
        <select
          aria-label={wide('steps')}
          title={wide('steps')}
          value={chosen}
          onChange={(event) => bookSettings.setState({ step: Number(event.target.value) })}
          className="figures feedback h-8 min-w-0 cursor-pointer rounded-chip bg-transparent text-12 text-secondary hover:bg-raised"
        >
          {steps.map((step, place) => (
            <option key={step.text} value={place} className="bg-overlay text-text">
              {show(step)}
            </option>
          ))}
        </select>
      </span>
      <span className="text-right">{label}</span>
      <span className="text-right">{t('total')}</span>
    </div>
  )
}

/** What an order would come to that takes all up to the level that is pointed at. */
function UpTo(props: { row: DeepRow; amounts: BookAmounts; priceDecimals: number; quote: string }) {
  const { row, amounts, priceDecimals, quote } = props
  const t = useTranslations('spot')
  const trade = useTranslations('trade')
  const locale = useFigureLocale()
  const show = (text: string, decimals: number) =>
    formatFigure(text, locale, { decimalsMin: decimals, decimalsMax: decimals })
  return (
    <dl className="grid w-full grid-cols-[auto_1fr] gap-x-2 py-1 text-12 [&_dd]:figures [&_dd]:text-right [&_dt]:text-quiet">
      <dt>{t('averagePrice')}</dt>
      <dd className="font-medium">{show(row.average, priceDecimals)}</dd>
      <dt>{t('total')}</dt>
      <dd>
        {amounts.unit === ''
          ? `${show(row.total, amounts.decimals)} ${trade('lotsUnit')}`
          : `${show(row.worth, 2)} ${quote}`}
      </dd>
    </dl>
  )
}

interface SideProps {
  side: BookSide
  rows: readonly DeepRow[]
  /** The place of the level that is pointed at, −1 where none is. */
  pointed: number
  decimals: number
  amountDecimals: number
  stale: boolean
  own: ReadonlySet<string>
  onPoint: (place: number | null) => void
  onPrice: (price: string) => void
}

/** One side, best first from the spread on; the arrows move along it, so that Tab passes it in one step. */
function Side({ side, rows, pointed, onPoint, own, ...rest }: SideProps) {
  const t = useTranslations('spot')
  const isAsk = side === 'ask'
  return (
    <ul
      aria-label={t(isAsk ? 'asks' : 'bids')}
      className={joined(
        'flex min-h-0 flex-1 overflow-y-auto overscroll-contain [scrollbar-width:none]',
        isAsk ? 'flex-col-reverse' : 'flex-col',
      )}
    >
      {rows.map((row, place) => (
        <Row
          key={place}
          {...rest}
          {...row}
          side={side}
          isFirst={place === 0}
          isUpTo={place <= pointed}
          isOwn={own.has(row.price)}
          place={place}
          onPoint={onPoint}
        />
      ))}
    </ul>
  )
}

function moveAlong(event: KeyboardEvent<HTMLButtonElement>, isAsk: boolean) {
  const outwards = isAsk ? 'ArrowUp' : 'ArrowDown'
  const inwards = isAsk ? 'ArrowDown' : 'ArrowUp'
  if (event.key !== outwards && event.key !== inwards) return
  event.preventDefault()
  const rows = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  const at = rows.indexOf(event.currentTarget)
  rows[at + (event.key === outwards ? 1 : -1)]?.focus()
}

interface RowProps extends DeepRow, Omit<SideProps, 'rows' | 'pointed' | 'own'> {
  place: number
  isFirst: boolean
  isUpTo: boolean
  isOwn: boolean
}

// a round brings forty rows, of which most are as they were
const Row = memo(DeepBookRow, (before, after) =>
  (
    ['price', 'amount', 'total', 'depth', 'decimals', 'amountDecimals', 'stale', 'isUpTo', 'isOwn', 'onPrice'] as const
  ).every((name) => before[name] === after[name]),
)

function DeepBookRow(props: RowProps) {
  const { side, depth, decimals, amountDecimals, stale, place, isFirst, isUpTo, isOwn } = props
  const { said, keys } = useSaid({ price: props.price, amount: props.amount, total: props.total })
  const locale = useFigureLocale()
  const t = useTranslations('spot')
  const wide = useTranslations('wideTrade')
  const tone = stale ? 'text-quiet' : side === 'ask' ? 'text-down' : 'text-up'
  const show = (text: string, at: number) => formatFigure(text, locale, { decimalsMin: at, decimalsMax: at })
  const [price, amount, total] = [
    show(said.price, decimals),
    show(said.amount, amountDecimals),
    show(said.total, amountDecimals),
  ]
  const name = `${t('price')} ${price}, ${t('quantity')} ${amount}, ${t('total')} ${total}`
  return (
    <li className={joined('h-6 shrink-0 contain-strict', isUpTo && 'bg-raised')}>
      <button
        type="button"
        tabIndex={isFirst ? 0 : -1}
        aria-label={isOwn ? `${name}, ${wide('ownOrder')}` : name}
        onClick={() => props.onPrice(said.price)}
        onPointerEnter={() => props.onPoint(place)}
        onPointerLeave={() => props.onPoint(null)}
        onFocus={(event) => {
          keys.onFocus(event)
          props.onPoint(place)
        }}
        onBlur={() => {
          keys.onBlur()
          props.onPoint(null)
        }}
        onKeyDown={(event) => moveAlong(event, side === 'ask')}
        className="figures relative grid h-full w-full grid-cols-3 items-center px-3 text-12 -outline-offset-2"
      >
        <span
          aria-hidden="true"
          className={joined(
            'absolute inset-y-px right-0 w-full origin-right',
            side === 'ask' ? 'bg-down-soft' : 'bg-up-soft',
          )}
          style={{ transform: `scaleX(${depth / 100})` }}
        />
        {isOwn && <span aria-hidden="true" className="absolute left-1 size-1.5 rounded-full bg-primary" />}
        <span className={joined('relative text-left font-medium', tone)}>{price}</span>
        <span className={joined('relative text-right', isUpTo ? 'text-text' : 'text-secondary')}>{amount}</span>
        <span className={joined('relative text-right', isUpTo ? 'text-text' : 'text-quiet')}>{total}</span>
      </button>
    </li>
  )
}
