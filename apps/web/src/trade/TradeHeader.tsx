import type { SymbolView } from '@truemark/protocol/routes/market'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Change } from '@truemark/ui/primitives/Change'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Price } from '@truemark/ui/primitives/Price'
import { joined } from '@truemark/ui/primitives/joined'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { ChevronDown, Star } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { useCutOff } from '../data/live.ts'
import { toggleFavourite, useFavourites, useMarketFigures, type MarketFigures } from '../data/markets.ts'
import { compactFigure } from '../market/door.ts'
import { AlertButton } from '../notification/door.ts'
import { useDateTime, useErrorText, useShape } from '../i18n/door.ts'
import type { TradeProduct } from './product.ts'
import { SymbolDrawer } from './SymbolDrawer.tsx'

interface TradeHeaderProps {
  market: SymbolView
  product: TradeProduct
  /** Figures of the product, before those of the day. */
  figures?: ReactNode
}

/** The market's name, which opens the choice of another, its price, and the figures of its day. */
export function TradeHeader({ market, product, figures: more }: TradeHeaderProps) {
  const t = useTranslations('market')
  const spot = useTranslations('spot')
  const locale = useFigureLocale()
  const [choosing, setChoosing] = useState(false)
  const figures = useMarketFigures(market)
  const decimals = market.price_decimals
  const roomy = useShape() !== 'phone'
  return (
    <header className="flex flex-wrap items-center gap-x-8 gap-y-2 px-2 py-2 tablet:px-4 tablet:hairline-b">
      <div className="flex w-full items-center gap-1 tablet:w-auto">
        <h1>
          <button
            type="button"
            aria-label={`${market.base}/${market.quote}. ${spot('choosePair')}`}
            aria-haspopup="dialog"
            onClick={() => setChoosing(true)}
            className="feedback flex min-h-11 items-center gap-2 rounded-control px-2 hover:bg-raised"
          >
            <CoinMark code={market.base} size={28} />
            <span className="text-20 font-semibold">
              {market.base}
              <span className="text-14 font-normal text-quiet"> /{market.quote}</span>
            </span>
            <ChevronDown size={18} strokeWidth={1.5} className="text-quiet" aria-hidden="true" />
          </button>
        </h1>
        <FavouriteButton market={market} />
        <AlertButton market={market} />
        {figures.status !== 'open' && (
          <Badge tone={figures.status === 'closed' ? 'plain' : 'warning'}>{t(figures.status)}</Badge>
        )}
      </div>
      <div className="flex w-full items-start justify-between gap-x-4 px-2 tablet:w-auto tablet:gap-x-8 tablet:items-center tablet:px-0">
        <div className="flex flex-col">
          <LastPrice figures={figures} decimals={decimals} />
          <Change value={figures.change} className="justify-start! text-14" />
        </div>
        <dl className="grid min-w-0 grid-cols-[minmax(0,max-content)_auto] gap-x-3 gap-y-0.5 text-12 tablet:flex tablet:flex-wrap tablet:gap-x-8">
          {more}
          <HeaderFigure label={t('high24h')}>
            <Price value={figures.high} decimals={decimals} tints={false} />
          </HeaderFigure>
          <HeaderFigure label={t('low24h')}>
            <Price value={figures.low} decimals={decimals} tints={false} />
          </HeaderFigure>
          {(roomy || more === undefined) && (
            <HeaderFigure label={t('turnover24h')}>
              <span className="figures">
                {compactFigure(figures.turnover, locale)} <span className="text-quiet">{market.quote}</span>
              </span>
            </HeaderFigure>
          )}
        </dl>
      </div>
      <SymbolDrawer open={choosing} onOpenChange={setChoosing} symbol={market.symbol} product={product} />
    </header>
  )
}

function LastPrice({ figures, decimals }: { figures: MarketFigures; decimals: number }) {
  const shell = useTranslations('shell.figure')
  const dateTime = useDateTime()
  const stale = useCutOff() || figures.status !== 'open'
  return (
    <span className="flex flex-col">
      <Price value={figures.price} decimals={decimals} stale={stale} className="text-28 font-semibold tablet:text-20" />
      {stale && figures.time !== undefined && figures.time > 0 && (
        <span className="text-12 text-quiet">{shell('asOf', { time: dateTime(figures.time, 'time') })}</span>
      )}
    </span>
  )
}

/** A figure of the header with its name: one line on a phone, name over figure elsewhere. */
export function HeaderFigure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents tablet:flex tablet:flex-col">
      <dt className="text-quiet">{label}</dt>
      <dd className="text-right whitespace-nowrap text-secondary tablet:text-left">{children}</dd>
    </div>
  )
}

function FavouriteButton({ market }: { market: SymbolView }) {
  const t = useTranslations('market')
  const errorText = useErrorText()
  const known = useFavourites().includes(market.symbol)
  return (
    <IconButton
      label={t(known ? 'removeFavourite' : 'addFavourite', { symbol: `${market.base}/${market.quote}` })}
      onClick={() => void toggleFavourite(market.symbol).catch((failure: unknown) => toast.error(errorText(failure)))}
    >
      <Star size={20} strokeWidth={1.5} aria-hidden="true" className={joined(known && 'fill-primary text-primary')} />
    </IconButton>
  )
}
