import type { SymbolView } from '@truemark/protocol/routes/market'
import { formatFigure } from '@truemark/ui/figures/format'
import { useSaidAt } from '@truemark/ui/primitives/ChartPointer'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { joined } from '@truemark/ui/primitives/joined'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useMemo, useState, type PointerEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useCutOff } from '../data/live.ts'
import { useMarketCondition } from '../data/markets.ts'
import { useDeepBook } from '../data/marketStore.ts'
import { depthPoints, type DepthPicture, type DepthPoint } from './depthPoints.ts'
import type { BookAmounts } from './OrderBook.tsx'
import { WideTexts } from './wideTexts.tsx'

interface DepthChartProps {
  market: SymbolView
  amounts: BookAmounts
}

/** What of a market's book lies how far from its middle. Its code is loaded when it is asked for. */
export function DepthChart(props: DepthChartProps) {
  return (
    <WideTexts>
      <Depth {...props} />
    </WideTexts>
  )
}

function Depth({ market, amounts }: DepthChartProps) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.state')
  const book = useDeepBook(market.symbol, amounts.book)
  const picture = useMemo(() => (book ? depthPoints(book.asks, book.bids) : null), [book])
  if (book === undefined) {
    return (
      <output aria-label={shell('loading')} className="absolute inset-0">
        <Skeleton className="size-full rounded-none" />
      </output>
    )
  }
  if (picture === null) {
    return <p className="absolute inset-0 grid place-items-center text-14 text-quiet">{t('bookEmpty')}</p>
  }
  return <Picture picture={picture} market={market} amounts={amounts} />
}

function Picture({ picture, market, amounts }: DepthChartProps & { picture: DepthPicture }) {
  const wide = useTranslations('wideTrade')
  const [at, setAt] = useState<number | null>(null)
  const figures = useFigures(market, amounts)
  const reconnecting = useCutOff()
  const stale = useMarketCondition(market).status !== 'open' || reconnecting
  const { levels } = picture
  const middle = levels.findIndex(({ side }) => side === 'ask')
  const chosen = at === null ? undefined : levels[Math.min(at, levels.length - 1)]
  const read = chosen ?? levels[middle]
  const { said, keys } = useSaidAt(read === undefined ? '' : figures.said(read), at)
  return (
    <div
      className={joined(
        'absolute inset-0 pt-14 pb-7 has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-primary',
        stale && 'opacity-60',
      )}
    >
      <Readout level={chosen} figures={figures} />
      <div className="relative size-full">
        <Sides picture={picture} />
        {chosen !== undefined && <Cross level={chosen} />}
        <AmountAxis picture={picture} write={figures.amount} />
        <input
          type="range"
          min={0}
          max={levels.length - 1}
          step={1}
          value={at ?? middle}
          aria-label={wide('depth')}
          aria-valuetext={said}
          onChange={(event) => setAt(event.target.valueAsNumber)}
          onPointerMove={(event) => setAt(nearest(levels, event))}
          onPointerLeave={() => setAt(null)}
          onFocus={keys.onFocus}
          onBlur={() => {
            keys.onBlur()
            setAt(null)
          }}
          className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
        />
      </div>
      <PriceAxis picture={picture} write={figures.price} />
    </div>
  )
}

interface Figures {
  readonly price: (value: string) => string
  readonly amount: (value: string) => string
  readonly worth: (level: DepthPoint) => string
  /** A level in words. */
  readonly said: (level: DepthPoint) => string
}

function useFigures(market: SymbolView, amounts: BookAmounts): Figures {
  const t = useTranslations('spot')
  const trade = useTranslations('trade')
  const locale = useFigureLocale()
  const fixed = (value: string, decimals: number) =>
    formatFigure(value, locale, { decimalsMin: decimals, decimalsMax: decimals })
  const unit = amounts.unit === '' ? trade('lotsUnit') : amounts.unit
  const price = (value: string) => fixed(value, market.price_decimals)
  const amount = (value: string) => `${fixed(value, amounts.decimals)} ${unit}`
  // lots are of a size of their own: what they are worth is no price by amount
  const worth = ({ worth: value }: DepthPoint) => (amounts.unit === '' ? '' : `${fixed(value, 2)} ${market.quote}`)
  return {
    price,
    amount,
    worth,
    said: (level) =>
      [t(level.side === 'ask' ? 'asks' : 'bids'), price(level.price), amount(level.total), worth(level)]
        .filter((word) => word !== '')
        .join(', '),
  }
}

/** What all up to the level that is pointed at comes to; how to point at one, where none is. */
function Readout({ level, figures }: { level: DepthPoint | undefined; figures: Figures }) {
  const t = useTranslations('spot')
  const wide = useTranslations('wideTrade')
  if (level === undefined) return <p className="absolute inset-x-4 top-3 text-12 text-quiet">{wide('depthHint')}</p>
  const facts = [
    [t('price'), figures.price(level.price)],
    [t('quantity'), figures.amount(level.total)],
    [t('averagePrice'), figures.price(level.average)],
    [t('total'), figures.worth(level)],
  ].filter(([, value]) => value !== '')
  return (
    <dl aria-hidden="true" className="absolute inset-x-4 top-2 flex flex-wrap gap-x-5 text-12">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-col">
          <dt className="text-quiet">{name}</dt>
          <dd className={joined('figures font-medium', level.side === 'ask' ? 'text-down' : 'text-up')}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Two stairs: each step rises where a level adds to what lies nearer to the middle. */
function Sides({ picture: { levels } }: { picture: DepthPicture }) {
  const asks = levels.filter(({ side }) => side === 'ask')
  const bids = levels.filter(({ side }) => side === 'bid').toReversed()
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1000 1000"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      <line x1="500" x2="500" y1="0" y2="1000" stroke="var(--line)" vectorEffect="non-scaling-stroke" />
      <Stairs levels={bids} edge={0} className="text-up" />
      <Stairs levels={asks} edge={1000} className="text-down" />
    </svg>
  )
}

function Stairs({ levels, edge, className }: { levels: readonly DepthPoint[]; edge: number; className: string }) {
  const x = (level: DepthPoint | undefined) => Math.round((level?.x ?? 0.5) * 10_000) / 10
  const y = (level: DepthPoint) => Math.round((1 - level.height) * 10_000) / 10
  const steps = levels.map(
    (level, place) => `V${y(level)} H${place === levels.length - 1 ? edge : x(levels[place + 1])}`,
  )
  const line = `M${x(levels[0])},1000 ${steps.join(' ')}`
  return (
    <g className={className}>
      <path d={`${line} V1000 Z`} fill="currentColor" opacity="0.14" />
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </g>
  )
}

function Cross({ level }: { level: DepthPoint }) {
  return (
    <span aria-hidden="true" className="pointer-events-none absolute inset-0">
      <span className="absolute inset-y-0 w-px bg-line" style={{ left: `${level.x * 100}%` }} />
      <span
        className={joined(
          'absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full',
          level.side === 'ask' ? 'bg-down' : 'bg-up',
        )}
        style={{ left: `${level.x * 100}%`, bottom: `${level.height * 100}%` }}
      />
    </span>
  )
}

function AmountAxis({ picture, write }: { picture: DepthPicture; write: Figures['amount'] }) {
  return (
    <span aria-hidden="true" className="figures pointer-events-none absolute top-0 right-2 text-12 text-quiet">
      {write(picture.most)}
    </span>
  )
}

function PriceAxis({ picture, write }: { picture: DepthPicture; write: Figures['price'] }) {
  const { middle, reach } = picture
  return (
    <div aria-hidden="true" className="figures absolute inset-x-2 bottom-1.5 flex justify-between text-12 text-quiet">
      {[middle - reach, middle, middle + reach].map((value) => (
        <span key={value}>{write(Math.max(0, value).toFixed(8))}</span>
      ))}
    </div>
  )
}

function nearest(levels: readonly DepthPoint[], event: PointerEvent<HTMLInputElement>): number {
  const box = event.currentTarget.getBoundingClientRect()
  const x = (event.clientX - box.left) / Math.max(1, box.width)
  let found = 0
  for (const [place, level] of levels.entries()) {
    if (Math.abs(level.x - x) < Math.abs((levels[found]?.x ?? 0) - x)) found = place
  }
  return found
}
