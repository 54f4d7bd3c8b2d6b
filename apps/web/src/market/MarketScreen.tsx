import type { SymbolView } from '@truemark/protocol/routes/market'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import { Skeleton, SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useMemo, useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { useChannels } from '../data/live.ts'
import { toggleFavourite, useDayAgoPoll, useFavourites, useMarkets } from '../data/markets.ts'
import { changePercent } from '../data/changePercent.ts'
import { priceStore } from '../data/prices.ts'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { useErrorText } from '../i18n/door.ts'
import { MarketRow } from './MarketRow.tsx'
import { MarketSearch } from './MarketSearch.tsx'
import { pressed, searched, sorted, type Sort, type SortedMarket } from './order.ts'
import { SortHead } from './SortHead.tsx'

type Tab = 'favourites' | 'all'

/** The markets: favourites or all, searched and sorted, each with its live price. */
export function MarketScreen() {
  const t = useTranslations('market')
  const shell = useTranslations('shell')
  const markets = useMarkets()
  return (
    <>
      <PageHeader title={t('title')} />
      <div className="mx-auto w-full max-w-304 pb-6 tablet:px-6 desk:mx-0">
        {markets.data ? (
          <MarketList markets={markets.data} />
        ) : markets.isError ? (
          <LoadFailed onRetry={() => void markets.refetch()} />
        ) : (
          <>
            <div aria-hidden="true" className="flex flex-col gap-1 px-4 tablet:flex-row-reverse tablet:px-0">
              <Skeleton className="h-12 tablet:w-72" />
              <span className="h-22 tablet:h-12" />
            </div>
            <SkeletonRows rows={10} label={shell('state.loading')} />
          </>
        )}
      </div>
    </>
  )
}

function MarketList({ markets }: { markets: readonly SymbolView[] }) {
  const t = useTranslations('market')
  const errorText = useErrorText()
  const favourites = useFavourites()
  const [tab, setTab] = useState<Tab>('all')
  const [text, setText] = useState('')
  const [sort, setSort] = useState<Sort>({ column: 'turnover', descending: true })
  const symbols = useMemo(() => markets.map((market) => market.symbol), [markets])
  useChannels(useMemo(() => symbols.map((symbol) => ({ kind: 'day', symbol }) as const), [symbols]))
  useDayAgoPoll(symbols)

  const rows = useMemo(() => {
    const chosen = tab === 'all' ? markets : markets.filter((market) => favourites.includes(market.symbol))
    return sorted(searched(chosen, text).map(withFigures), sort)
  }, [markets, favourites, tab, text, sort])

  return (
    <>
      <div className="flex flex-col gap-1 px-4 tablet:flex-row-reverse tablet:items-end tablet:justify-between tablet:px-0">
        <MarketSearch text={text} onChange={setText} className="tablet:w-72" />
        <Tabs
          label={t('title')}
          value={tab}
          controls="markets"
          items={[
            { value: 'all', label: t('allPairs') },
            { value: 'favourites', label: t('favourites') },
          ]}
          onValueChange={setTab}
          className="tablet:flex-1"
        />
      </div>
      <TabPanel id="markets" tab={tab}>
        <SortHead sort={sort} onPress={(column) => setSort(pressed(sort, column))} />
        {rows.length === 0 ? (
          <NoRows text={text} />
        ) : (
          <ul>
            {rows.map(({ market }) => (
              <MarketRow
                key={market.symbol}
                market={market}
                favourite={favourites.includes(market.symbol)}
                onFavourite={() =>
                  void toggleFavourite(market.symbol).catch((failure: unknown) => toast.error(errorText(failure)))
                }
              />
            ))}
          </ul>
        )}
      </TabPanel>
    </>
  )
}

// The list is sorted by the figures of the moment it was asked for: rows that change places by themselves can't be hit.
function withFigures(market: SymbolView): SortedMarket {
  const { prices, dayAgo } = priceStore.getState()
  const price = prices.get(market.symbol)?.price ?? market.lastPrice ?? undefined
  const change = changePercent(price, dayAgo.get(market.symbol)) ?? market.todayChange.replace('%', '')
  return { market, price, change, turnover: market.turnover }
}

function NoRows({ text }: { text: string }) {
  const t = useTranslations('market')
  if (text !== '') return <EmptyState drawing="search" title={t('noMatches', { text })} />
  return <EmptyState drawing="market" title={t('favourites')} text={t('noFavourites')} />
}
