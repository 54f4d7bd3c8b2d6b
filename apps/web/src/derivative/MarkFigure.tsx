import type { SymbolView } from '@truemark/protocol/routes/market'
import { Price } from '@truemark/ui/primitives/Price'
import { useTranslations } from 'use-intl'
import { useCutOff } from '../data/live.ts'
import { useMark } from '../data/marketStore.ts'
import { useMarketCondition } from '../data/markets.ts'
import { HeaderFigure } from '../trade/door.ts'

/** The mark, by which profits are reckoned, stops fire and positions are liquidated. */
export function MarkFigure({ market }: { market: SymbolView }) {
  const t = useTranslations('trade')
  const mark = useMark(market.symbol) ?? market.index ?? undefined
  const { status } = useMarketCondition(market)
  const stale = useCutOff() || status !== 'open'
  return (
    <HeaderFigure label={t('mark')}>
      <Price value={mark} decimals={market.price_decimals} tints={false} stale={stale} />
    </HeaderFigure>
  )
}
