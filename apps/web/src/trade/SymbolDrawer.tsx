import type { SymbolView } from '@truemark/protocol/routes/market'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Change } from '@truemark/ui/primitives/Change'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { joined } from '@truemark/ui/primitives/joined'
import { Price } from '@truemark/ui/primitives/Price'
import { saidOnce } from '@truemark/ui/primitives/useSaid'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useChannels } from '../data/live.ts'
import { useDayAgoPoll, useMarketFigures, useMarkets } from '../data/markets.ts'
import { MarketSearch, searched } from '../market/door.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { tradePaths, type TradeProduct } from './product.ts'

interface SymbolDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The market that is open now. */
  symbol: string
  /** The product whose page the choice leads to. */
  product: TradeProduct
}

/** The choice of another market, with live prices. */
export function SymbolDrawer({ open, onOpenChange, symbol, product }: SymbolDrawerProps) {
  const t = useTranslations('spot')
  return (
    <OwnSheet open={open} onClose={() => onOpenChange(false)} title={t('choosePair')}>
      <Choices symbol={symbol} product={product} onChosen={() => onOpenChange(false)} />
    </OwnSheet>
  )
}

interface ChoicesProps {
  symbol: string
  product: TradeProduct
  onChosen: () => void
}

function Choices({ symbol, product, onChosen }: ChoicesProps) {
  const t = useTranslations('market')
  const markets = useMarkets().data
  const [text, setText] = useState('')
  const symbols = useMemo(() => markets?.map((market) => market.symbol) ?? [], [markets])
  useChannels(useMemo(() => symbols.map((each) => ({ kind: 'day', symbol: each }) as const), [symbols]))
  useDayAgoPoll(symbols)
  const found = searched(markets ?? [], text)
  return (
    <div className="flex min-h-[50dvh] flex-col gap-2">
      <MarketSearch text={text} onChange={setText} />
      {found.length === 0 && text !== '' && <EmptyState drawing="search" title={t('noMatches', { text })} />}
      <ul className="-mx-3">
        {found.map((market) => (
          <Choice
            key={market.symbol}
            market={market}
            product={product}
            current={market.symbol === symbol}
            onChosen={onChosen}
          />
        ))}
      </ul>
    </div>
  )
}

interface ChoiceProps {
  market: SymbolView
  product: TradeProduct
  current: boolean
  onChosen: () => void
}

function Choice({ market, product, current, onChosen }: ChoiceProps) {
  const t = useTranslations('market')
  const figures = useMarketFigures(market)
  return (
    <li>
      <Link
        to={tradePaths[product]}
        params={{ symbol: market.symbol }}
        aria-current={current ? 'page' : undefined}
        onClick={onChosen}
        replace
        {...saidOnce}
        className={joined(
          'feedback flex min-h-14 items-center gap-3 rounded-control px-3 -outline-offset-2 hover:bg-raised',
          current && 'bg-primary-soft',
        )}
      >
        <CoinMark code={market.base} size={32} />
        <span className="flex flex-1 flex-col">
          <span className="text-16 font-medium">
            {market.base}
            <span className="text-12 font-normal text-quiet"> /{market.quote}</span>
          </span>
          <span className="text-12 text-quiet">{figures.status === 'open' ? market.name : t(figures.status)}</span>
        </span>
        <span className="flex flex-col items-end">
          <Price value={figures.price} decimals={market.price_decimals} stale={figures.status !== 'open'} />
          <Change value={figures.change} className="text-12" />
        </span>
      </Link>
    </li>
  )
}
