import { useTranslations } from 'use-intl'
import type { TermName } from './terms.ts'

/** The names of the terms in the reader's language. */
export function useTermNames(): Record<TermName, string> {
  const t = useTranslations('desk.symbols')
  return {
    fee_rate_maker: t('makerFee'),
    fee_rate_taker: t('takerFee'),
    amount_min: t('amountMin'),
    collar_rate: t('collar'),
    half_spread_rate: t('halfSpread'),
    gap_rate: t('gap'),
    ladder_levels: t('levels'),
    level_quantity: t('levelQuantity'),
    refill_per_second: t('refill'),
    position_max: t('positionMax'),
  }
}
