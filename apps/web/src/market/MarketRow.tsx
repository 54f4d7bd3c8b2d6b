import type { SymbolView } from '@truemark/protocol/routes/market'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Change } from '@truemark/ui/primitives/Change'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { Price } from '@truemark/ui/primitives/Price'
import { joined } from '@truemark/ui/primitives/joined'
import { Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useCutOff } from '../data/live.ts'
import { useMarketFigures, type MarketFigures } from '../data/markets.ts'
import { compactFigure } from './compact.ts'

/** The columns of the list: two lines of three things on a phone, each its own column from 768 px. */
export const rowGrid =
  'grid items-center gap-x-2 grid-cols-[2.75rem_minmax(0,1fr)_auto_auto] tablet:gap-x-4 tablet:grid-cols-[2.75rem_minmax(0,2fr)_minmax(0,1.4fr)_6.5rem_minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)]'

interface MarketRowProps {
  market: SymbolView
  favourite: boolean
  onFavourite: () => void
}

/** A market in the list: star, coin, pair, live price, change, high and low, turnover. */
export function MarketRow({ market, favourite, onFavourite }: MarketRowProps) {
  const t = useTranslations('market')
  const figures = useMarketFigures(market)
  const pair = `${market.base}/${market.quote}`
  return (
    <li className={joined(rowGrid, 'feedback relative min-h-16 pr-4 hairline-b hover:bg-surface')}>
      <button
        type="button"
        aria-label={t(favourite ? 'removeFavourite' : 'addFavourite', { symbol: pair })}
        onClick={onFavourite}
        className="z-10 grid size-11 place-items-center rounded-control text-quiet hover:text-primary"
      >
        <Star
          size={18}
          strokeWidth={1.5}
          aria-hidden="true"
          className={favourite ? 'fill-primary text-primary' : undefined}
        />
      </button>
      <Link
        to="/market/trade/$symbol"
        params={{ symbol: market.symbol }}
        className="flex min-w-0 items-center gap-2 -outline-offset-2 tablet:gap-3 after:absolute after:inset-0"
      >
        <CoinMark code={market.base} size={28} />
        <PairName market={market} figures={figures} />
      </Link>
      <DayRange market={market} figures={figures} />
      <span className="flex min-w-20 flex-col items-end text-right tablet:contents">
        <LivePrice market={market} figures={figures} />
        <Change value={figures.change} className="text-12 tablet:hidden" />
        <span className="hidden tablet:block tablet:text-right">
          <Word text={t('change24h')} />
          <Change value={figures.change} chip />
        </span>
      </span>
      <Figure label={t('high24h')} value={figures.high} decimals={market.price_decimals} />
      <Figure label={t('low24h')} value={figures.low} decimals={market.price_decimals} />
      <Turnover value={figures.turnover} className="hidden text-right text-14 text-secondary tablet:block" />
    </li>
  )
}

function PairName({ market, figures }: { market: SymbolView; figures: MarketFigures }) {
  const t = useTranslations('market')
  const { status } = figures
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex items-baseline gap-x-1">
        <span className="text-16 font-semibold">{market.base}</span>
        <span className="hidden text-12 text-quiet min-[390px]:inline">/{market.quote}</span>
      </span>
      {status === 'open' ? (
        <>
          <Turnover value={figures.turnover} className="text-12 text-quiet tablet:hidden" />
          <span className="hidden truncate text-12 text-quiet tablet:block">{market.name}</span>
        </>
      ) : (
        <Badge tone={status === 'closed' ? 'plain' : 'warning'} className="self-start">
          {t(status)}
        </Badge>
      )}
    </span>
  )
}

/** Names a figure whose column has a head above all rows, for those who hear the row alone. */
function Word({ text }: { text: string }) {
  return <span className="sr-only">{text} </span>
}

function LivePrice({ market, figures }: { market: SymbolView; figures: MarketFigures }) {
  const t = useTranslations('market')
  const reconnecting = useCutOff()
  const stale = reconnecting || figures.status !== 'open'
  return (
    <span className="text-right text-16 font-medium">
      <Word text={t('lastPrice')} />
      <Price value={figures.price} decimals={market.price_decimals} stale={stale} />
    </span>
  )
}

function DayRange({ market, figures }: { market: SymbolView; figures: MarketFigures }) {
  const t = useTranslations('spot')
  const decimals = market.price_decimals
  return (
    <span className="grid grid-cols-[auto_auto] gap-x-1.5 text-right text-12 text-quiet tablet:hidden">
      <span>{t('high')}</span>
      <Price value={figures.high} decimals={decimals} tints={false} className="text-secondary" />
      <span>{t('low')}</span>
      <Price value={figures.low} decimals={decimals} tints={false} className="text-secondary" />
    </span>
  )
}

function Figure({ label, value, decimals }: { label: string; value: string | undefined; decimals: number }) {
  return (
    <span className="hidden text-right text-14 text-secondary tablet:block">
      <Word text={label} />
      <Price value={value} decimals={decimals} tints={false} />
    </span>
  )
}

function Turnover({ value, className }: { value: string; className: string }) {
  const locale = useFigureLocale()
  const t = useTranslations('market')
  return (
    <span className={joined('figures whitespace-nowrap', className)}>
      <Word text={t('turnover24h')} />
      {compactFigure(value, locale)}
    </span>
  )
}
