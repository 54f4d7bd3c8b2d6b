import { useMutation } from '@tanstack/react-query'
import { perpetualOrderCancel, perpetualOrdersCancel, type PerpetualOrder } from '@truemark/protocol/routes/perpetual'
import type { Side } from '@truemark/protocol/routes/spot'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount, takeDerivative, useDerivatives } from '../data/account.ts'
import { call } from '../data/api.ts'
import { CancelAllLine, ListedOrderRow, LotAmendSheet, useListedOrder } from '../derivative/door.ts'
import { useErrorText } from '../reader/door.ts'

/** Perpetual orders that rest in the book, live; each can be changed or cancelled, and all of them at once. */
export function PerpetualResting({ symbol, side }: { symbol?: string | undefined; side?: Side | undefined }) {
  const spot = useTranslations('spot')
  const shell = useTranslations('shell.state')
  const listed = useListedOrder()
  const [amending, setAmending] = useState<PerpetualOrder | null>(null)
  const all = useDerivatives()?.orders
  if (all === undefined) return <SkeletonRows rows={2} label={shell('loading')} />
  const orders = all.filter(
    (each) => (symbol === undefined || each.symbol === symbol) && (side === undefined || each.side === side),
  )
  if (orders.length === 0) return <EmptyState drawing="orders" title={spot('noOpenOrders')} />
  return (
    <div className="@container flex flex-col">
      {side === undefined && (
        <CancelAllLine
          count={orders.length}
          cancel={() => call(perpetualOrdersCancel, { query: symbol === undefined ? {} : { symbol } })}
        />
      )}
      <ul>
        {orders.map((order) => (
          <ListedOrderRow
            key={order.order_id}
            order={listed(order)}
            actions={<Actions order={order} onAmend={() => setAmending(order)} />}
          />
        ))}
      </ul>
      {amending && (
        <LotAmendSheet key={amending.order_id} product="perpetual" order={amending} onClose={() => setAmending(null)} />
      )}
    </div>
  )
}

function Actions({ order, onAmend }: { order: PerpetualOrder; onAmend: () => void }) {
  const spot = useTranslations('spot')
  const shell = useTranslations('shell.action')
  const errorText = useErrorText()
  const cancel = useMutation({
    mutationFn: () => call(perpetualOrderCancel, { params: { id: order.order_id } }),
    onSuccess(canceled) {
      takeDerivative({ perpetual: canceled })
      toast.success(spot('canceled'))
    },
    onError(failure) {
      toast.error(errorText(failure))
      void refreshAccount()
    },
  })
  return (
    <>
      <Button kind="secondary" compact onClick={onAmend}>
        {spot('amendSubmit')}
      </Button>
      <Button
        kind="secondary"
        compact
        busy={cancel.isPending}
        aria-label={spot('cancelOrder')}
        onClick={() => cancel.mutate()}
      >
        {shell('cancel')}
      </Button>
    </>
  )
}
