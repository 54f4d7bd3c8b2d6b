import type { SymbolView } from '@truemark/protocol/routes/market'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from '../parts/router/useRouter.ts'
import { useMarket, useMarkets } from '../data/markets.ts'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { LinkButton } from '../parts/TextLink.tsx'

/** Shows a product's trade page once the market of the path is known; says so where there is none, or no answer. */
export function TradeGate({ Trade }: { Trade: ComponentType<{ market: SymbolView }> }) {
  const t = useTranslations('errors')
  const shell = useTranslations('shell')
  const { symbol = '' } = useParams()
  const markets = useMarkets()
  const market = useMarket(symbol)
  if (market) return <Trade key={market.symbol} market={market} />
  if (market === null) {
    return (
      <EmptyState
        drawing="market"
        title={t('symbol_unknown')}
        action={<LinkButton to="/market/trading">{shell('menu.market')}</LinkButton>}
      />
    )
  }
  if (markets.isError) {
    return <LoadFailed onRetry={() => void markets.refetch()} />
  }
  return (
    <output aria-label={shell('state.loading')} className="flex flex-col gap-4 p-4">
      <Skeleton className="h-11" />
      <Skeleton className="h-11 w-44" />
      <Skeleton className="h-11 w-60" />
      <Skeleton className="h-80" />
    </output>
  )
}
