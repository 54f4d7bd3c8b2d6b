import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import type { LotProduct } from './lotContext.ts'
import { useDerivativeTerms } from './useLots.ts'

/** Why a market takes no new positions of a product now, in words; null where it does. */
export function usePaused(symbol: string, product: LotProduct): string | null {
  const t = useTranslations('trade')
  const realm = useSession((state) => state.mode)
  const terms = useDerivativeTerms()?.find((each) => each.symbol === symbol)
  if (terms === undefined) return null
  if (!terms[product]) return t('productOff')
  return terms.leverage_paused[realm] ? t('leveragePaused') : null
}
