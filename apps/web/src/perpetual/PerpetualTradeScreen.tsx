import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SymbolView } from '@truemark/protocol/routes/market'
import { perpetualOrderPlace, type PerpetualOrder } from '@truemark/protocol/routes/perpetual'
import type { Side } from '@truemark/protocol/routes/spot'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { refreshAccount, takeDerivative, useDerivatives } from '../data/account.ts'
import { call } from '../data/api.ts'
import {
  ConfirmLots,
  lotBody,
  LostLots,
  LotTicketPanel,
  positionLines,
  useEndedNotices,
  useLotsText,
  useLotTicket,
  useOpenPositions,
  useReasonText,
  StoppedNotice,
  termsKey,
  useStopped,
  type ConfirmedLots,
  type LotTicket,
} from '../derivative/door.ts'
import { DisclosureGate } from '../disclosure/door.ts'
import {
  TradeFrame,
  TradeGate,
  TransferSheet,
  useFigure,
  useTellPlaced,
  useUnfolding,
  type ChartLine,
} from '../trade/door.ts'
import { FundingFigure } from './FundingFigure.tsx'
import { PerpetualPanel } from './PerpetualPanel.tsx'
import { perpetualKey } from './perpetualHistory.ts'
import { SettingButtons, SettingSheet } from './SettingSheet.tsx'
import { useSetting } from './useSetting.ts'

/** Perpetual trading in one market: one net position, in the cross account or on a margin of its own. */
export function PerpetualTradeScreen() {
  return <TradeGate Trade={Trade} />
}

function Trade({ market }: { market: SymbolView }) {
  const t = useTranslations('trade')
  const setting = useSetting(market.symbol)
  const ticket = useLotTicket(market, 'perpetual', setting)
  const lines = usePerpetualLines(market.symbol)
  const stopped = useStopped(market, 'perpetual')
  const { confirming, setConfirming, unfolded, setUnfolded } = useUnfolding()
  const [choosing, setChoosing] = useState(false)
  const [funding, setFunding] = useState(false)
  const place = usePlace(ticket, () => {
    setConfirming(false)
    setUnfolded(false)
  })
  const count = useOpenPositions()?.perpetual.length ?? 0
  useEndedNotices()
  const side = (to: Side) => ({
    label: t(to === 'buy' ? 'long' : 'short'),
    onPress: () => ticket.act({ type: 'side', side: to }),
  })
  return (
    <>
      <TradeFrame
        market={market}
        product="eternal_contract"
        amounts={{ book: 'derivative', label: t('lots'), unit: '', decimals: 2 }}
        lines={lines}
        figures={<FundingFigure market={market} />}
        notices={
          <>
            <StoppedNotice stopped={stopped} />
            <LostLots product="perpetual" />
          </>
        }
        ticket={
          <LotTicketPanel
            market={market}
            ticket={ticket}
            setting={<SettingButtons setting={setting} onPress={() => setChoosing(true)} />}
            stopped={stopped}
            onFund={() => setFunding(true)}
            onConfirm={() => setConfirming(true)}
          />
        }
        actions={[
          { kind: 'up', ...side('buy') },
          { kind: 'down', ...side('sell') },
        ]}
        unfolded={unfolded && !choosing && !funding}
        onUnfold={setUnfolded}
        onPrice={(price) => ticket.act({ type: 'tapPrice', price })}
        panel={<PerpetualPanel />}
        panelLabel={count === 0 ? t('positions') : `${t('positions')} (${count})`}
      />
      {choosing && <SettingSheet symbol={market.symbol} setting={setting} onDone={() => setChoosing(false)} />}
      {funding && <TransferSheet to="contract" onDone={() => setFunding(false)} />}
      <DisclosureGate
        product="perpetual"
        open={confirming}
        onOpenChange={setConfirming}
        reduces={ticket.form.reduceOnly}
      >
        {(open) => (
          <ConfirmLots open={open} onOpenChange={setConfirming} ticket={ticket} stopped={stopped} place={place} />
        )}
      </DisclosureGate>
    </>
  )
}

function usePlace(ticket: LotTicket, onPlaced: () => void) {
  const t = useTranslations('perpetual')
  const contract = useTranslations('contract')
  const spot = useTranslations('spot')
  const notices = useTranslations('notices')
  const figure = useFigure()
  const lotsText = useLotsText()
  const queries = useQueryClient()
  const tellPlaced = useTellPlaced()
  const reasonText = useReasonText()
  const tell = (order: PerpetualOrder) => {
    const price = order.average_price
    const whole = order.reduce_only ? t('reduced') : t('orderFilled')
    const done = order.status === 'filled' ? whole : spot('orderPartlyFilled')
    tellPlaced({
      title: price === null ? notices('orderCreated') : done,
      filled:
        price === null ? null : contract('openedLots', { lots: lotsText(order.lots_traded), price: figure(price) }),
      canceled: order.status === 'canceled',
      reason: reasonText(order.reason),
    })
  }
  return useMutation({
    mutationFn({ form, context }: ConfirmedLots) {
      const reduce = form.reduceOnly ? { reduce_only: true } : {}
      return call(perpetualOrderPlace, { body: { ...lotBody(form, context), ...reduce } })
    },
    onSuccess(order) {
      takeDerivative({ perpetual: order })
      void refreshAccount()
      void queries.invalidateQueries({ queryKey: perpetualKey })
      tell(order)
      ticket.act({ type: 'placed' })
      onPlaced()
    },
    // what the form did not foresee, a cap or a pause, stands in the terms of now
    onError: () => void queries.invalidateQueries({ queryKey: termsKey }),
  })
}

/** The position and the resting orders of a market as lines of its chart. */
function usePerpetualLines(symbol: string): readonly ChartLine[] {
  const t = useTranslations('trade')
  const positions = useOpenPositions()?.perpetual
  const orders = useDerivatives()?.orders
  return useMemo(() => {
    const words = {
      long: t('longWord'),
      short: t('shortWord'),
      stopLoss: t('stopLoss'),
      takeProfit: t('takeProfit'),
      liquidation: t('liquidation'),
    }
    const open = (positions ?? [])
      .filter((each) => each.symbol === symbol)
      .flatMap((each) => positionLines(each, words))
    const resting = (orders ?? [])
      .filter((each) => each.symbol === symbol)
      .flatMap(({ order_id: id, price, side, lots }): ChartLine[] => {
        const tone = side === 'buy' ? 'up' : 'down'
        return price === null
          ? []
          : [{ id, price, label: `${side === 'buy' ? words.long : words.short} ${lots}`, tone }]
      })
    return [...open, ...resting]
  }, [positions, orders, symbol, t])
}
