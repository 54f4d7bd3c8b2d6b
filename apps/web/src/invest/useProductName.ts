import type { InvestProduct } from '@truemark/protocol/routes/invest'
import { useTranslations } from 'use-intl'
import { periodOf } from './filters.ts'

/** Names a product: as the operator did, else by what it is. */
export function useProductName() {
  const t = useTranslations('invest')
  return ({
    name,
    direction,
    coin,
    holding_period: days,
  }: Pick<InvestProduct, 'name' | 'direction' | 'coin' | 'holding_period'>) =>
    name !== ''
      ? name
      : t('productName', { direction: t(`direction.${direction}`), coin, period: t(`period.${periodOf(days)}`) })
}
