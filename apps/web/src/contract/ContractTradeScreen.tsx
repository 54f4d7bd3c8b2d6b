import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contractOrderPlace, type ContractOrder } from '@truemark/protocol/routes/contract'
import type { SymbolView } from '@truemark/protocol/routes/market'
import type { Side } from '@truemark/protocol/routes/spot'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { takeDerivative, useDerivatives } from '../data/account.ts'
import { call } from '../data/api.ts'
import {
  ConfirmLots,
  lotBody,
  LostLots,
  LotTicketPanel,
  MarkFigure,
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
import { contractKey } from './contractHistory.ts'
import { ContractPanel } from './ContractPanel.tsx'
import { MultipleSheet } from './MultipleSheet.tsx'

/** Contract trading in one market: each order a ticket with a margin of its own. */
export function ContractTradeScreen() {
  return <TradeGate Trade={Trade} />
}

function Trade({ market }: { market: SymbolView }) {
  const t = useTranslations('trade')
  const ticket = useLotTicket(market, 'contract', null)
  const lines = useContractLines(market.symbol)
  const stopped = useStopped(market, 'contract')
  const { confirming, setConfirming, unfolded, setUnfolded } = useUnfolding()
  const [choosing, setChoosing] = useState(false)
  const [funding, setFunding] = useState(false)
  const place = usePlace(ticket, () => {
    setConfirming(false)
    setUnfolded(false)
  })
  const count = useOpenPositions()?.tickets.length ?? 0
  useEndedNotices()
  const side = (to: Side) => ({
    label: t(to === 'buy' ? 'long' : 'short'),
    onPress: () => ticket.act({ type: 'side', side: to }),
  })
  return (
    <>
      <TradeFrame
        market={market}
        product="contract"
        amounts={{ book: 'derivative', label: t('lots'), unit: '', decimals: 2 }}
        lines={lines}
        figures={<MarkFigure market={market} />}
        notices={
          <>
            <StoppedNotice stopped={stopped} />
            <LostLots product="contract" />
          </>
        }
        ticket={
          <LotTicketPanel
            market={market}
            ticket={ticket}
            setting={<MultipleButton ticket={ticket} onPress={() => setChoosing(true)} />}
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
        panel={<ContractPanel />}
        panelLabel={count === 0 ? t('positions') : `${t('positions')} (${count})`}
      />
      {choosing && <MultipleSheet ticket={ticket} onDone={() => setChoosing(false)} />}
      {funding && <TransferSheet to="contract" onDone={() => setFunding(false)} />}
      <DisclosureGate product="contract" open={confirming} onOpenChange={setConfirming}>
        {(open) => (
          <ConfirmLots open={open} onOpenChange={setConfirming} ticket={ticket} stopped={stopped} place={place} />
        )}
      </DisclosureGate>
    </>
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

function usePlace(ticket: LotTicket, onPlaced: () => void) {
  const t = useTranslations('contract')
  const notices = useTranslations('notices')
  const figure = useFigure()
  const lotsText = useLotsText()
  const queries = useQueryClient()
  const tellPlaced = useTellPlaced()
  const reasonText = useReasonText()
  const tell = (order: ContractOrder) => {
    const price = order.entry_price
    tellPlaced({
      title: price === null ? notices('orderCreated') : t('opened'),
      filled: price === null ? null : t('openedLots', { lots: lotsText(order.lots_traded), price: figure(price) }),
      canceled: order.status === 'canceled',
      reason: reasonText(order.reason),
    })
  }
  return useMutation({
    mutationFn: ({ form, context }: ConfirmedLots) =>
      call(contractOrderPlace, { body: { ...lotBody(form, context), multiple: context.multiple } }),
    onSuccess(order) {
      takeDerivative({ ticket: order })
      void queries.invalidateQueries({ queryKey: contractKey })
      tell(order)
      ticket.act({ type: 'placed' })
      onPlaced()
    },
    // what the form did not foresee, a cap or a pause, stands in the terms of now
    onError: () => void queries.invalidateQueries({ queryKey: termsKey }),
  })
}

/** The open tickets and resting orders of a market as lines of its chart. */
function useContractLines(symbol: string): readonly ChartLine[] {
  const t = useTranslations('trade')
  const positions = useOpenPositions()?.tickets
  const orders = useDerivatives()?.tickets
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
      .filter((each) => each.symbol === symbol && each.price !== null && /[1-9]/.test(each.margin_order))
      .map(({ order_id: id, price, side, lots }): ChartLine => {
        const tone = side === 'buy' ? 'up' : 'down'
        return { id, price: price ?? '0', label: `${side === 'buy' ? words.long : words.short} ${lots}`, tone }
      })
    return [...open, ...resting]
  }, [positions, orders, symbol, t])
}
