import { useTranslations } from 'use-intl'
import { useTermNames } from '../markets/door.ts'

/** What each value of a listing is called, by the name that the call and the proposal have for it. */
export function useFieldNames() {
  const t = useTranslations('desk.listing.fields')
  const { fee_rate_maker, fee_rate_taker, amount_min, collar_rate, ...house } = useTermNames()
  return {
    currency: t('currency'),
    name: t('name'),
    scale: t('scale'),
    base: t('base'),
    quote: t('quote'),
    price_decimals: t('price_decimals'),
    quantity_decimals: t('quantity_decimals'),
    price_max: t('price_max'),
    quantity_max: t('quantity_max'),
    sessions: t('sessions'),
    jump_permille: t('jump_permille'),
    sources: t('sources'),
    real_money: t('real_money'),
    simulated_price: t('simulated_price'),
    simulated_volatility: t('simulated_volatility'),
    fee_rate_maker,
    fee_rate_taker,
    amount_min,
    collar_rate,
    ...house,
  }
}
