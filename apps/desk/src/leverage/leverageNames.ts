import { useTranslations } from 'use-intl'
import type { TermName } from './terms.ts'

/** The names of the terms of contracts and perpetuals in the reader's language. */
export function useLeverageNames(): Record<TermName, string> {
  const t = useTranslations('desk')
  return {
    fee_rate: t('leverage.feeContract'),
    fee_rate_maker: t('leverage.feeMaker'),
    fee_rate_taker: t('leverage.feeTaker'),
    limit_rate: t('leverage.limitRate'),
    funding_interest_rate: t('leverage.fundingInterest'),
    funding_clamp_rate: t('leverage.fundingClamp'),
    funding_impact_amount: t('leverage.fundingImpact'),
    open_interest_user_max: t('leverage.openInterestUserMax'),
    open_interest_max: t('leverage.openInterestMax'),
    insurance_floor: t('leverage.insuranceFloor'),
    half_spread_rate: t('symbols.halfSpread'),
    gap_rate: t('symbols.gap'),
    ladder_levels: t('symbols.levels'),
    level_lots: t('leverage.levelLots'),
    refill_per_second: t('symbols.refill'),
    position_max: t('symbols.positionMax'),
    house_debt_max: t('leverage.houseDebtMax'),
  }
}
