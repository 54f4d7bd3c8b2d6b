import { useMutation } from '@tanstack/react-query'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { useMarket } from '../data/markets.ts'
import { SendButton, useErrorText } from '../reader/door.ts'
import { amendment, type Amendable, type Amendment } from './amendment.ts'
import { useMarketBar } from './useMarketBar.ts'
import { isZeroPrice } from './useFormFault.ts'

export interface AmendSheetProps {
  order: Amendable & { readonly symbol: string }
  /** Base and quote, as the title names them. */
  pair: string
  quantityLabel: string
  quantityDecimals: number
  quantityUnit: string
  /** Sends what differs; rejects with ApiError. */
  send: (change: Amendment) => Promise<void>
  onClose: () => void
}

/** Changes the price or the quantity of an open limit order, of any product. */
export function AmendSheet(props: AmendSheetProps) {
  const { order, pair, send, onClose } = props
  const t = useTranslations('spot')
  const shell = useTranslations('shell')
  const notices = useTranslations('notices')
  const errorText = useErrorText()
  const market = useMarket(order.symbol)
  const barred = useMarketBar(market)
  const [price, setPrice] = useState(order.price ?? '')
  const [quantity, setQuantity] = useState(order.quantity ?? '')
  const change = amendment(order, price, quantity)
  const amend = useMutation({
    mutationFn: send,
    onSuccess() {
      toast.success(t('amended'))
      onClose()
    },
    onError: () => void refreshAccount(),
  })
  const readAs = (figure: string) => shell('figure.readAs', { figure })
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && !amend.isPending && onClose()}
      title={`${t('amendOrder')} · ${pair}`}
      closeLabel={shell('action.close')}
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
        <DecimalInput
          label={t('price')}
          value={price}
          decimals={market?.price_decimals ?? 0}
          unit={pair.split('/')[1] ?? ''}
          error={isZeroPrice(price) ? notices('priceNotPositive') : undefined}
          readAs={readAs}
          onValueChange={setPrice}
        />
        <DecimalInput
          label={props.quantityLabel}
          value={quantity}
          decimals={props.quantityDecimals}
          unit={props.quantityUnit}
          readAs={readAs}
          onValueChange={setQuantity}
        />
        <p className="text-12 text-quiet">{t('amendPlaceKept')}</p>
        {amend.isError && (
          <p role="alert" className="text-14 text-danger">
            {errorText(amend.error)}
          </p>
        )}
      </div>
    </Sheet>
  )
}
