import { useQueryClient } from '@tanstack/react-query'
import { contractOrderPlace } from '@truemark/protocol/routes/contract'
import { perpetualOrderPlace } from '@truemark/protocol/routes/perpetual'
import { useTranslations } from 'use-intl'
import { refreshAccount, takeDerivative } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useFigure } from '../parts/useFigure.ts'
import { useTellPlaced } from '../trade/door.ts'
import type { ConfirmedLots } from './ConfirmLots.tsx'
import { lotBody } from './lotBody.ts'
import { lotKey } from './lotKey.ts'
import { useReasonText } from './useListed.ts'
import { useLotsText } from './wording.ts'

/** Sends what was confirmed, takes the answer and tells of it. */
export function useSendLots(): (confirmed: ConfirmedLots) => Promise<void> {
  const t = useTranslations()
  const figure = useFigure()
  const lotsText = useLotsText()
  const queries = useQueryClient()
  const tellPlaced = useTellPlaced()
  const reasonText = useReasonText()
  return async (confirmed) => {
    const { order, price, done } = await place(confirmed)
    void queries.invalidateQueries({ queryKey: lotKey(confirmed.context.product) })
    tellPlaced({
      title: t(price === null ? 'notices.orderCreated' : done),
      filled:
        price === null ? null : t('contract.openedLots', { lots: lotsText(order.lots_traded), price: figure(price) }),
      canceled: order.status === 'canceled',
      reason: reasonText(order.reason),
    })
  }
}

async function place({ form, context }: ConfirmedLots) {
  const body = lotBody(form, context)
  if (context.product === 'contract') {
    const order = await call(contractOrderPlace, { body: { ...body, multiple: context.multiple } })
    takeDerivative({ ticket: order })
    return { order, price: order.entry_price, done: 'contract.opened' } as const
  }
  const order = await call(perpetualOrderPlace, {
    body: {
      ...body,
      ...(form.reduceOnly ? { reduce_only: true } : { mode: context.mode, multiple: context.multiple }),
    },
  })
  takeDerivative({ perpetual: order })
  void refreshAccount()
  const whole = order.reduce_only ? 'perpetual.reduced' : 'perpetual.orderFilled'
  const done = order.status === 'filled' ? whole : 'spot.orderPartlyFilled'
  return { order, price: order.average_price, done } as const
}
