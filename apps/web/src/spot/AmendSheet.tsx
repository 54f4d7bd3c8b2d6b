import { useMutation } from '@tanstack/react-query'
import { spotOrderAmend, type SpotOrder } from '@truemark/protocol/routes/spot'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount, takeOrder } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useMarket } from '../data/markets.ts'
import { SendButton, useErrorText } from '../reader/door.ts'
import { isZeroPrice, useMarketBar } from '../trade/door.ts'
import { amendment } from './amendment.ts'
import { pairOf } from './pair.ts'

/** Changes the price or the quantity of an open limit order. */
export function AmendSheet({ order, onClose }: { order: SpotOrder; onClose: () => void }) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell')
  const errorText = useErrorText()
  const market = useMarket(order.symbol)
  const barred = useMarketBar(market)
  const [price, setPrice] = useState(order.price ?? '')
  const [quantity, setQuantity] = useState(order.quantity ?? '')
  const change = amendment(order, price, quantity)
  const amend = useMutation({
    mutationFn: (body: { price?: string; quantity?: string }) =>
      call(spotOrderAmend, { params: { id: order.order_id }, body }),
    onSuccess(amended) {
      takeOrder(amended)
      toast.success(t('amended'))
      onClose()
    },
    onError: () => void refreshAccount(),
  })
  const notices = useTranslations('notices')
  const readAs = (figure: string) => shell('figure.readAs', { figure })
  const [base = '', quote = ''] = pairOf(order).split('/')
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && !amend.isPending && onClose()}
      title={`${t('amendOrder')} · ${base}/${quote}`}
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
          unit={quote}
          error={isZeroPrice(price) ? notices('priceNotPositive') : undefined}
          readAs={readAs}
          onValueChange={setPrice}
        />
        <DecimalInput
          label={t('quantity')}
          value={quantity}
          decimals={market?.quantity_decimals ?? 0}
          unit={base}
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
