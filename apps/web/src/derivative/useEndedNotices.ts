import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'
import { useMarkets } from '../data/markets.ts'
import { useOrderChanges } from '../data/orderNews.ts'

const longerMs = 8_000

/** Tells when the platform has closed something by a trigger or a liquidation, with the way to what happened. */
export function useEndedNotices(): void {
  const t = useTranslations('trade')
  const navigate = useNavigate()
  const markets = useMarkets().data
  // One tick may end several at once; a page that is opened later tells nothing of what was before.
  useOrderChanges((change) => {
    const ended = change.ticket ?? change.position
    if (change.type !== 'settled' || ended === undefined) return
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
  })
}
