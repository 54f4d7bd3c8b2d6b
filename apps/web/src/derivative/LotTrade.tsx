import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SymbolView } from '@truemark/protocol/routes/market'
import type { Side } from '@truemark/protocol/routes/spot'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DisclosureGate } from '../disclosure/door.ts'
import { StoppedNotice, TradeFrame, TransferSheet, useUnfolding } from '../trade/door.ts'
import { refreshAccount } from '../data/account.ts'
import { ConfirmLots } from './ConfirmLots.tsx'
import { LotPanel } from './LotPanel.tsx'
import { LotTicketPanel } from './LotTicketPanel.tsx'
import { useEndedNotices } from './useEndedNotices.ts'
import { useMovedLot } from './useMovedLot.tsx'
import { termsKey, useOwnPositions } from './useLots.ts'
import type { LotTicket } from './useLotTicket.ts'
import { useSendLots } from './useSendLots.ts'
import { useStopped } from './useStopped.ts'

interface LotTradeProps {
  market: SymbolView
  ticket: LotTicket
  figures: ReactNode
  /** Shows the multiple (and the mode); a press asks for the sheet in which it is chosen. */
  setting: (onPress: () => void) => ReactNode
  settingSheet: (onDone: () => void) => ReactNode
}

/** Trading with leverage in one market: the frame, the form, its confirmation, and what stands beside them. */
export function LotTrade({ market, ticket, figures, setting, settingSheet }: LotTradeProps) {
  const t = useTranslations('trade')
  const queries = useQueryClient()
  const { product } = ticket
  const stopped = useStopped(market, product)
  const { confirming, setConfirming, unfolded, setUnfolded } = useUnfolding()
  const [choosing, setChoosing] = useState(false)
  const [funding, setFunding] = useState(false)
  const place = useMutation({
    mutationFn: useSendLots(),
    onSuccess() {
      ticket.act({ type: 'placed' })
      setConfirming(false)
      setUnfolded(false)
    },
    // what the form did not foresee, a cap or a pause, stands in the terms of now
    onError() {
      void queries.invalidateQueries({ queryKey: termsKey })
      void refreshAccount()
    },
  })
  const { frame, sheet } = useMovedLot(market.symbol, product)
  useEndedNotices()
  const count = useOwnPositions(product)?.length ?? 0
  const side = (to: Side) => ({
    label: t(to === 'buy' ? 'long' : 'short'),
    onPress: () => ticket.act({ type: 'side', side: to }),
  })
  return (
    <>
      <TradeFrame
        market={market}
        product={product === 'contract' ? 'contract' : 'eternal_contract'}
        amounts={{ book: 'derivative', label: t('lots'), unit: '', decimals: 2 }}
        {...frame}
        figures={figures}
        notices={<StoppedNotice text={stopped?.text ?? null} />}
        ticket={
          <LotTicketPanel
            market={market}
            ticket={ticket}
            setting={setting(() => setChoosing(true))}
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
        panel={<LotPanel product={product} />}
        panelLabel={count === 0 ? t('positions') : `${t('positions')} (${count})`}
      />
      {sheet}
      {choosing && settingSheet(() => setChoosing(false))}
      {funding && <TransferSheet to="contract" onDone={() => setFunding(false)} />}
      <DisclosureGate product={product} open={confirming} onOpenChange={setConfirming} reduces={ticket.form.reduceOnly}>
        {(open) => (
          <ConfirmLots open={open} onOpenChange={setConfirming} ticket={ticket} stopped={stopped} place={place} />
        )}
      </DisclosureGate>
    </>
  )
}
