import { useQuery } from '@tanstack/react-query'
import type { Kline, SymbolView } from '@truemark/protocol/routes/market'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Change } from '@truemark/ui/primitives/Change'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { rowClass } from '@truemark/ui/primitives/ListRow'
import { Price } from '@truemark/ui/primitives/Price'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { saidOnce } from '@truemark/ui/primitives/useSaid'
import { Sparkline } from '@truemark/ui/primitives/Sparkline'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { historiesOf } from '../data/histories.ts'
import { useChannels, useCutOff } from '../data/live.ts'
import { useDayAgoPoll, useMarketFigures, useMarkets } from '../data/markets.ts'
import { TextLink } from '../parts/TextLink.tsx'

/** The pairs with their live price, the course of their day and its change. */
export function Markets() {
  const t = useTranslations('home')
  return (
    <section aria-labelledby="home-markets" className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center justify-between">
        <h2 id="home-markets" className="text-20 font-semibold">
          {t('markets')}
        </h2>
        <TextLink to="/market/trading" className="px-1">
          {t('allMarkets')}
        </TextLink>
      </div>
      <div className="overflow-hidden rounded-card bg-surface">
        <MarketRows />
      </div>
    </section>
  )
}

function MarketRows() {
  const t = useTranslations()
  const query = useMarkets()
  const symbols = query.data?.map((market) => market.symbol) ?? []
  useDayAgoPoll(symbols)
  useChannels(symbols.map((symbol) => ({ kind: 'day', symbol })))
  const courses = useCourses(symbols)
  if (query.data === undefined) {
    if (!query.isError) return <SkeletonRows rows={8} label={t('shell.state.loading')} />
    return (
      <ErrorState
        title={t('shell.failure.loadTitle')}
        text={t('shell.failure.loadText')}
        retryLabel={t('shell.action.retry')}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data.length === 0) {
    return <EmptyState drawing="market" title={t('home.marketsEmptyTitle')} text={t('home.marketsEmptyText')} />
  }
  return (
    <ul>
      {query.data.map((market) => (
        <li key={market.symbol} className="hairline-b last:shadow-none">
          <MarketRow market={market} course={courses.get(market.symbol) ?? []} />
        </li>
      ))}
    </ul>
  )
}

function MarketRow({ market, course }: { market: SymbolView; course: readonly string[] }) {
  const t = useTranslations('market')
  const figures = useMarketFigures(market)
  const { status } = figures
  const reconnecting = useCutOff()
  const falling = figures.change?.startsWith('-') ?? false
  return (
    <Link to={`/market/trade/${market.symbol}`} className={rowClass} {...saidOnce}>
      <CoinMark code={market.base} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="text-16 font-medium whitespace-nowrap">
          {market.base}
          <span className="text-12 font-normal text-quiet"> /{market.quote}</span>
        </span>
        <span className="flex items-center gap-1.5 text-12 text-quiet">
          {status === 'open' ? (
            <span className="truncate">{market.name}</span>
          ) : (
            <Badge tone="warning">{t(status)}</Badge>
          )}
        </span>
      </span>
      <Sparkline
        values={course}
        width={64}
        height={28}
        tone={falling ? 'down' : 'up'}
        className="hidden shrink-0 min-[375px]:block tablet:w-28"
      />
      <span className="flex w-24 shrink-0 flex-col items-end">
        <Price
          value={figures.price}
          decimals={market.price_decimals}
          stale={reconnecting || status !== 'open'}
          className="text-16 font-medium"
        />
        <Change value={figures.change} className="text-12" />
      </span>
    </Link>
  )
}

const none: ReadonlyMap<string, readonly string[]> = new Map()

/** Where the first of some candles opened, and where each of them closed. */
const courseOf = (candles: readonly Kline[]) => [
  ...candles.slice(0, 1).map(({ open }) => open),
  ...candles.map(({ close }) => close),
]

/** The hourly course of the last day, by symbol, from no later than the price that its change is reckoned from. */
function useCourses(symbols: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const symbol = symbols.join(',')
  const { data } = useQuery({
    queryKey: ['courses', symbol],
    enabled: symbol !== '',
    staleTime: 300_000,
    refetchInterval: 300_000,
    queryFn: async () => {
      const lists = await historiesOf(symbol.split(','), { resolution: '1h', count: '25' })
      return new Map(lists.map(({ symbol: name, list }) => [name, courseOf(list)]))
    },
  })
  return data ?? none
}
