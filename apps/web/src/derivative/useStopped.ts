import type { SymbolView } from '@truemark/protocol/routes/market'
import { useTranslations } from 'use-intl'
import { useMarketStatus } from '../data/marketStore.ts'
import { useHaltEnd, useHaltReason, useMarketCondition } from '../data/markets.ts'
import { useDeadline } from '../i18n/door.ts'
import { useSession } from '../data/session.ts'
import type { LotProduct } from './lotContext.ts'
import { useDerivativeTerms, useLiveAccount } from './useLots.ts'

const whys = ['session', 'no_prices', 'operator', 'no_source', 'sources_disagree', 'prices_old'] as const

/** Why nothing new can be opened in a market, and what still works. */
export interface Stopped {
  readonly text: string
  /** Whether reducing what is open goes on. */
  readonly reduces: boolean
}

/** What keeps a market from taking new positions of a product now, in words; null where nothing does. */
export function useStopped(market: SymbolView | null | undefined, product: LotProduct): Stopped | null {
  const t = useTranslations('trade')
  const errors = useTranslations('errors')
  const { status } = useMarketCondition(market)
  const markets = useTranslations('market')
  const deadline = useDeadline()
  const words = useHaltReason(market)
  const until = useHaltEnd(market)
  // Before the first change is heard, only an operator's words tell that an operator stopped it.
  const reason = useMarketStatus(market?.symbol ?? '')?.reason ?? (words === '' ? undefined : 'operator')
  const paused = usePaused(market?.symbol ?? '', product)
  const undecided = useLiveAccount()?.undecided ?? null
  if (status === 'open') {
    const held = undecided === null ? null : errors('position_undecided', { symbol: undecided })
    const why = paused ?? held
    return why === null ? null : { text: why, reduces: true }
  }
  const why = whys.find((each) => each === reason)
  // The operator's switch for new risk alone: prices go on, and so do closings.
  const closing = status === 'stale' && why === 'operator'
  const ends = until === null ? '' : ` ${markets('stoppedUntil', { time: deadline(until) })}`
  const text = `${t(`stopped.${closing ? 'closing' : status}`)}${ends}`
  const cause = words === '' ? why && t(`why.${why}`) : t('stoppedBecause', { reason: words })
  return { text: cause === undefined ? text : `${cause} ${text}`, reduces: closing }
}

/** What keeps an order from being placed, in words; null where nothing does: reducing may go on where opening does not. */
export function barredBy(stopped: Stopped | null, order: { readonly reduceOnly: boolean }): string | null {
  return stopped === null || (stopped.reduces && order.reduceOnly) ? null : stopped.text
}

/** Why a market takes no new positions of a product now, in words; null where it does. */
function usePaused(symbol: string, product: LotProduct): string | null {
  const t = useTranslations('trade')
  const realm = useSession((state) => state.mode)
  const terms = useDerivativeTerms()?.find((each) => each.symbol === symbol)
  if (terms === undefined) return null
  if (!terms[product]) return t('productOff')
  return terms.leverage_paused[realm] ? t('leveragePaused') : null
}
