import type { SymbolView } from '@truemark/protocol/routes/market'
import type { Side } from '@truemark/protocol/routes/spot'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useOpenOrders } from '../data/account.ts'
import { StoppedNotice, TradeFrame, TradeGate, useMarketBar, useUnfolding, type ChartLine } from '../trade/door.ts'
import { ConfirmOrder } from './ConfirmOrder.tsx'
import { LostOrders } from './LostOrders.tsx'
import { OrdersPanel } from './OrdersPanel.tsx'
import { TicketPanel } from './TicketPanel.tsx'
import { useTicket } from './useTicket.ts'

/** Spot trading in one market. */
export function SpotTradeScreen() {
  return <TradeGate Trade={Trade} />
}

function Trade({ market }: { market: SymbolView }) {
  const t = useTranslations('spot')
  const ticket = useTicket(market)
  const lines = useOrderLines(market.symbol)
  const barred = useMarketBar(market)
  const { confirming, setConfirming, unfolded, setUnfolded } = useUnfolding()
  const side = (to: Side) => ({ label: t(to), onPress: () => ticket.act({ type: 'side', side: to }) })
  return (
    <>
      <TradeFrame
        market={market}
        product="coins"
        amounts={{ book: 'spot', label: t('quantity'), unit: market.base, decimals: market.quantity_decimals }}
        lines={lines}
        notices={
          <>
            <StoppedNotice text={barred} />
            <LostOrders />
          </>
        }
        ticket={<TicketPanel market={market} ticket={ticket} onConfirm={() => setConfirming(true)} />}
        actions={[
          { kind: 'up', ...side('buy') },
          { kind: 'down', ...side('sell') },
        ]}
        unfolded={unfolded}
        onUnfold={setUnfolded}
        onPrice={(price) => ticket.act({ type: 'tapPrice', price })}
        panel={<OrdersPanel symbol={market.symbol} />}
        panelLabel={t('openOrders')}
      />
      <ConfirmOrder
        open={confirming}
        onOpenChange={setConfirming}
        market={market}
        ticket={ticket}
        onPlaced={() => setUnfolded(false)}
      />
    </>
  )
}

/** The limits of the account's open orders in a market, as lines of its chart. */
function useOrderLines(symbol: string): readonly ChartLine[] {
  const t = useTranslations('spot')
  const orders = useOpenOrders()
  return useMemo(
    () =>
      (orders ?? []).flatMap(({ order_id: id, symbol: of, price, side, quantity }) =>
        of !== symbol || price === null
          ? []
          : [{ id, price, label: `${t(side)} ${quantity ?? ''}`, tone: side === 'buy' ? 'up' : 'down' } as const],
      ),
    [orders, symbol, t],
  )
}
