import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { useLastOrderChange } from '../data/account.ts'
import { useMarkets } from '../data/markets.ts'

const longerMs = 8_000

/** Tells when the platform has closed something by a trigger or a liquidation, with the way to what happened. */
export function useEndedNotices(): void {
  const t = useTranslations('trade')
  const navigate = useNavigate()
  const change = useLastOrderChange()
  const markets = useMarkets().data
  // A notice is of its change alone: what else comes anew, or a page that is opened later, is no news.
  const told = useRef(change)
  useEffect(() => {
    if (told.current === change) return
    told.current = change
    const ended = change?.ticket ?? change?.position
    if (change?.type !== 'settled' || ended === undefined) return
    const market = markets?.find((each) => each.symbol === ended.symbol)
    const pair = market ? `${market.base}/${market.quote}` : ended.symbol
    const side = t(ended.side === 'buy' ? 'longWord' : 'shortWord')
    const reason = (['liquidation', 'stop_loss', 'take_profit'] as const).find((each) => each === ended.reason)
    const tell = reason === 'liquidation' ? toast.error : toast.info
    const game = change.ticket ? 'contract' : 'position'
    tell(t(`ended.${reason ?? 'settled'}`, { pair, side }), {
      id: `ended-${change.order_id}`,
      duration: longerMs,
      description: `${ended.realized_profit} ${market?.quote ?? ''}`,
      action: {
        label: t('details'),
        onClick: () => void navigate({ to: '/market/trade/orderDetails', search: { id: change.order_id, game } }),
      },
    })
  }, [change, markets, navigate, t])
}
