import { useQueryClient } from '@tanstack/react-query'
import type { SymbolView } from '@truemark/protocol/routes/market'
import { perpetualOrderPlace } from '@truemark/protocol/routes/perpetual'
import { useTranslations } from 'use-intl'
import { refreshAccount, takeDerivative, useDerivatives } from '../data/account.ts'
import { call } from '../data/api.ts'
import {
  lotBody,
  lotKey,
  LotTrade,
  useLotLines,
  useLotsText,
  useLotTicket,
  useOpenPositions,
  useReasonText,
  type ConfirmedLots,
} from '../derivative/door.ts'
import { useFigure } from '../parts/useFigure.ts'
import { TradeGate, useTellPlaced } from '../trade/door.ts'
import { FundingFigure } from './FundingFigure.tsx'
import { PerpetualPanel } from './PerpetualPanel.tsx'
import { SettingButtons, SettingSheet } from './SettingSheet.tsx'
import { useSetting } from './useSetting.ts'

/** Perpetual trading in one market: one net position, in the cross account or on a margin of its own. */
export function PerpetualTradeScreen() {
  return <TradeGate Trade={Trade} />
}

function Trade({ market }: { market: SymbolView }) {
  const setting = useSetting(market.symbol)
  const positions = useOpenPositions()?.perpetual
  return (
    <LotTrade
      market={market}
      ticket={useLotTicket(market, 'perpetual', setting)}
      lines={useLotLines(market.symbol, positions, useDerivatives()?.orders)}
      figures={<FundingFigure market={market} />}
      setting={(onPress) => <SettingButtons setting={setting} onPress={onPress} />}
      settingSheet={(onDone) => <SettingSheet symbol={market.symbol} setting={setting} onDone={onDone} />}
      panel={<PerpetualPanel />}
      count={positions?.length ?? 0}
      send={useSend()}
    />
  )
}

function useSend() {
  const t = useTranslations('perpetual')
  const contract = useTranslations('contract')
  const spot = useTranslations('spot')
  const notices = useTranslations('notices')
  const figure = useFigure()
  const lotsText = useLotsText()
  const queries = useQueryClient()
  const tellPlaced = useTellPlaced()
  const reasonText = useReasonText()
  return async ({ form, context }: ConfirmedLots) => {
    const reduce = form.reduceOnly ? { reduce_only: true } : {}
    const order = await call(perpetualOrderPlace, { body: { ...lotBody(form, context), ...reduce } })
    takeDerivative({ perpetual: order })
    void refreshAccount()
    void queries.invalidateQueries({ queryKey: lotKey('perpetual') })
    const { average_price: price, lots_traded: lots } = order
    const whole = order.reduce_only ? t('reduced') : t('orderFilled')
    const done = order.status === 'filled' ? whole : spot('orderPartlyFilled')
    tellPlaced({
      title: price === null ? notices('orderCreated') : done,
      filled: price === null ? null : contract('openedLots', { lots: lotsText(lots), price: figure(price) }),
      canceled: order.status === 'canceled',
      reason: reasonText(order.reason),
    })
  }
}
