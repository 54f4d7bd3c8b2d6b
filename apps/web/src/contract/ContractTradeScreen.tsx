import { useQueryClient } from '@tanstack/react-query'
import { contractOrderPlace } from '@truemark/protocol/routes/contract'
import type { SymbolView } from '@truemark/protocol/routes/market'
import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { takeDerivative, useDerivatives } from '../data/account.ts'
import { call } from '../data/api.ts'
import {
  lotBody,
  lotKey,
  LotTrade,
  MarkFigure,
  useLotLines,
  useLotsText,
  useLotTicket,
  useOpenPositions,
  useReasonText,
  type ConfirmedLots,
  type LotTicket,
} from '../derivative/door.ts'
import { useFigure } from '../parts/useFigure.ts'
import { TradeGate, useTellPlaced } from '../trade/door.ts'
import { ContractPanel } from './ContractPanel.tsx'
import { MultipleSheet } from './MultipleSheet.tsx'

/** Contract trading in one market: each order a ticket with a margin of its own. */
export function ContractTradeScreen() {
  return <TradeGate Trade={Trade} />
}

function Trade({ market }: { market: SymbolView }) {
  const ticket = useLotTicket(market, 'contract', null)
  const tickets = useOpenPositions()?.tickets
  const orders = useDerivatives()?.tickets
  const resting = useMemo(() => orders?.filter((each) => /[1-9]/.test(each.margin_order)), [orders])
  return (
    <LotTrade
      market={market}
      ticket={ticket}
      lines={useLotLines(market.symbol, tickets, resting)}
      figures={<MarkFigure market={market} />}
      setting={(onPress) => <MultipleButton ticket={ticket} onPress={onPress} />}
      settingSheet={(onDone) => <MultipleSheet ticket={ticket} onDone={onDone} />}
      panel={<ContractPanel />}
      count={tickets?.length ?? 0}
      send={useSend()}
    />
  )
}

function MultipleButton({ ticket, onPress }: { ticket: LotTicket; onPress: () => void }) {
  const t = useTranslations('trade')
  const { multiple } = ticket
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${t('multiple')}: ${multiple}×`}
      onClick={onPress}
      className="feedback flex min-h-11 items-center gap-2 rounded-control bg-raised px-3.5 text-14 font-medium hairline hover:bg-overlay"
    >
      <span className="text-secondary">{t('multiple')}</span>
      <span className="flex-1 text-left text-12 font-normal text-quiet">{t('isolated')}</span>
      <span className="figures">{multiple}×</span>
      <ChevronDown size={18} strokeWidth={1.5} className="text-quiet" aria-hidden="true" />
    </button>
  )
}

function useSend() {
  const t = useTranslations('contract')
  const notices = useTranslations('notices')
  const figure = useFigure()
  const lotsText = useLotsText()
  const queries = useQueryClient()
  const tellPlaced = useTellPlaced()
  const reasonText = useReasonText()
  return async ({ form, context }: ConfirmedLots) => {
    const body = { ...lotBody(form, context), multiple: context.multiple }
    const order = await call(contractOrderPlace, { body })
    takeDerivative({ ticket: order })
    void queries.invalidateQueries({ queryKey: lotKey('contract') })
    const { entry_price: price, lots_traded: lots } = order
    tellPlaced({
      title: price === null ? notices('orderCreated') : t('opened'),
      filled: price === null ? null : t('openedLots', { lots: lotsText(lots), price: figure(price) }),
      canceled: order.status === 'canceled',
      reason: reasonText(order.reason),
    })
  }
}
