import type { DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { formatFigure } from '@truemark/ui/figures/format'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { CirclePause, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../data/session.ts'
import { type Column, figureColumn, Heading, ListView, RowButton } from '../table/door.ts'
import { HaltDialog } from './HaltDialog.tsx'
import { PriceKind, TradingState } from './MarketBadges.tsx'
import { percentDecimals, percentOf } from './rate.ts'
import { TermsSheet } from './TermsSheet.tsx'
import { useMarkets } from './useMarkets.ts'

/** What is being done to which market; `turn` makes each deed's form a new one. */
interface Doing {
  readonly deed: 'terms' | 'halt'
  readonly market: DeskSymbol
  readonly turn: number
}

/** The markets: their fees and terms, and whether they trade. */
export function MarketsScreen() {
  const t = useTranslations('desk.symbols')
  const deed = useTranslations('desk.deed')
  const list = useMarkets()
  const mayWrite = useMay('desk_market_write')
  const [doing, setDoing] = useState<Doing | null>(null)
  const [open, setOpen] = useState(false)
  const start = (deed: Doing['deed'], market: DeskSymbol) => {
    setDoing((last) => ({ deed, market, turn: (last?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  return (
    <>
      <Heading title={t('title')} text={t('explained')} />
      <ListView
        label={t('title')}
        list={list}
        columns={useColumns()}
        rowKey={(market) => market.symbol}
        empty={{ drawing: 'market', title: t('empty') }}
        {...(mayWrite
          ? {
              actions: (market: DeskSymbol) => (
                <>
                  <RowButton
                    icon={SlidersHorizontal}
                    label={deed('edit')}
                    of={market.symbol}
                    onPress={() => start('terms', market)}
                  />
                  <RowButton
                    icon={CirclePause}
                    label={t('haltAction')}
                    of={market.symbol}
                    onPress={() => start('halt', market)}
                  />
                </>
              ),
            }
          : {})}
      />
      {doing?.deed === 'terms' && (
        <TermsSheet key={doing.turn} market={doing.market} open={open} onClose={() => setOpen(false)} />
      )}
      {doing?.deed === 'halt' && (
        <HaltDialog key={doing.turn} market={doing.market} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

function useColumns(): readonly Column<DeskSymbol>[] {
  const t = useTranslations('desk.symbols')
  const common = useTranslations('desk.common')
  const locale = useFigureLocale()
  const rate = (share: string) => `${formatFigure(percentOf(share), locale, { decimalsMax: percentDecimals })} %`
  return [
    {
      key: 'symbol',
      head: common('symbol'),
      cell: (market) => (
        <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
          <CoinMark code={market.base} size={24} />
          <span>
            {market.base}
            <span className="text-quiet">/{market.quote}</span>
          </span>
        </span>
      ),
    },
    { key: 'halt', head: t('halt'), cell: (market) => <TradingState market={market} /> },
    { key: 'kind', head: t('kind'), cell: (market) => <PriceKind market={market} /> },
    figureColumn('maker', t('makerFee'), (market) => rate(market.fee_rate_maker)),
    figureColumn('taker', t('takerFee'), (market) => rate(market.fee_rate_taker)),
    figureColumn('amountMin', t('amountMin'), (market) => (
      <Amount value={market.amount_min} unit={market.quote} decimalsMin={0} />
    )),
    figureColumn('positionMax', t('positionMax'), (market) => (
      <Amount value={market.position_max} unit={market.base} decimalsMin={0} />
    )),
  ]
}
