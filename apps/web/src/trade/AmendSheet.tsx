import { useMutation } from '@tanstack/react-query'
import { joined } from '@truemark/ui/primitives/joined'
import type { Side } from '@truemark/protocol/routes/spot'
import { useState, type ReactNode } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { useMarket } from '../data/markets.ts'
import { FigureInput } from '../parts/FigureInput.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { SendButton, useErrorText } from '../i18n/door.ts'
import { amendment, isSame, type Amendable, type Amendment } from './amendment.ts'
import { useMarketBar } from './useMarketBar.ts'
import { isZeroPrice } from './useFormFault.ts'

export interface AmendSheetProps {
  /** The order as it stands now. */
  order: Amendable & { readonly symbol: string; readonly side: Side }
  /** Base and quote, as the title names them. */
  pair: string
  /** What the order is, in words: its side, its multiple. */
  word: string
  quantityLabel: string
  quantityDecimals: number
  quantityUnit: string
  /** The price that is proposed; the order's own where none is. */
  to?: string | undefined
  /** What the order comes to with what stands in the fields. */
  figures?: (asked: Amendment) => ReactNode
  /** Sends it as it is shown; rejects with ApiError. */
  send: (change: Amendment) => Promise<void>
  onClose: () => void
}

/** Changes the price or the quantity of an open limit order, of any product. */
export function AmendSheet(props: AmendSheetProps) {
  const { order, pair, word, to, send, onClose } = props
  const t = useTranslations('spot')
  const notices = useTranslations('notices')
  const errorText = useErrorText()
  const market = useMarket(order.symbol)
  const barred = useMarketBar(market)
  const [price, setPrice] = useState(to ?? order.price ?? '')
  const [quantity, setQuantity] = useState(order.quantity ?? '')
  const change = amendment(order, price, quantity)
  const amend = useAmend(send, onClose)
  const was = useWas()
  const figure = useFigure()
  // a refusal is of what was sent: it goes with the first change
  const type = (set: (text: string) => void) => (text: string) => {
    set(text)
    if (amend.isError) amend.reset()
  }
  const quote = pair.split('/')[1] ?? ''
  return (
    <OwnSheet
      busy={amend.isPending}
      onClose={onClose}
      title={`${t('amendOrder')} · ${pair}`}
      footer={
        <SendButton
          wide
          busy={amend.isPending}
          barred={barred}
          disabled={change === null}
          onClick={() => change !== null && amend.mutate(change)}
        >
          {t('amendSubmit')}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="figures text-14 text-secondary">
          <span className={joined('font-medium', order.side === 'buy' ? 'text-up' : 'text-down')}>{word}</span>
          {` · ${figure(order.quantity ?? '')} ${props.quantityUnit} · ${figure(order.price ?? '')} ${quote}`}
        </p>
        <MovedNotice order={order} />
        <FigureInput
          label={t('price')}
          value={price}
          decimals={market?.price_decimals ?? 0}
          unit={quote}
          hint={was(order.price, price, quote)}
          error={isZeroPrice(price) ? notices('priceNotPositive') : undefined}
          onValueChange={type(setPrice)}
        />
        <FigureInput
          label={props.quantityLabel}
          value={quantity}
          decimals={props.quantityDecimals}
          unit={props.quantityUnit}
          hint={was(order.quantity, quantity, props.quantityUnit)}
          onValueChange={type(setQuantity)}
        />
        {props.figures?.({ price, quantity })}
        <p className="text-12 text-quiet">{t('amendPlaceKept')}</p>
        <Refused text={amend.isError ? errorText(amend.error) : undefined} />
      </div>
    </OwnSheet>
  )
}

/** Says that the order was changed since its sheet was opened. */
function MovedNotice({ order: { price, quantity } }: { order: Amendable }) {
  const t = useTranslations('spot')
  const [begun] = useState({ price, quantity })
  if (price === begun.price && quantity === begun.quantity) return null
  return (
    <p role="alert" className="text-14 text-warning">
      {t('amendMoved')}
    </p>
  )
}

function useAmend(send: AmendSheetProps['send'], onClose: () => void) {
  const t = useTranslations('spot')
  return useMutation({
    mutationFn: send,
    onSuccess() {
      toast.success(t('amended'))
      onClose()
    },
    onError: () => void refreshAccount(),
  })
}

/** What a field stood at before it was changed; nothing where it is not. */
function useWas() {
  const t = useTranslations('spot')
  const figure = useFigure()
  return (known: string | null, asked: string, unit: string) =>
    known === null || isSame(asked, known) ? undefined : t('amendWas', { figure: `${figure(known)} ${unit}` })
}
