import { useMutation } from '@tanstack/react-query'
import { spotOrderCancel, spotOrdersCancel, type Side, type SpotOrder } from '@truemark/protocol/routes/spot'
import { Button } from '@truemark/ui/primitives/Button'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount, takeOrder, useOpenOrders } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useErrorText } from '../reader/door.ts'
import { SpotAmendSheet } from './SpotAmendSheet.tsx'
import { OrderRow } from './OrderRow.tsx'

/** The account's open orders, live, of one market or all; each can be changed or cancelled. */
export function OpenOrders({ symbol, side }: { symbol?: string | undefined; side?: Side | undefined }) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.state')
  const all = useOpenOrders()
  const [amending, setAmending] = useState<SpotOrder | null>(null)
  if (all === null) return <SkeletonRows rows={2} label={shell('loading')} />
  const orders = all.filter(
    (order) => (symbol === undefined || order.symbol === symbol) && (side === undefined || order.side === side),
  )
  if (orders.length === 0) return <EmptyState drawing="orders" title={t('noOpenOrders')} />
  return (
    <div className="@container flex flex-col">
      {side === undefined && <CancelAll count={orders.length} symbol={symbol} />}
      <ul>
        {orders.map((order) => (
          <OrderRow
            key={order.order_id}
            order={order}
            actions={<OrderActions order={order} onAmend={() => setAmending(order)} />}
          />
        ))}
      </ul>
      {amending && <SpotAmendSheet key={amending.order_id} order={amending} onClose={() => setAmending(null)} />}
    </div>
  )
}

function OrderActions({ order, onAmend }: { order: SpotOrder; onAmend: () => void }) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.action')
  const errorText = useErrorText()
  const cancel = useMutation({
    mutationFn: () => call(spotOrderCancel, { params: { id: order.order_id } }),
    onSuccess(canceled) {
      takeOrder(canceled)
      toast.success(t('canceled'))
    },
    onError(failure) {
      toast.error(errorText(failure))
      void refreshAccount()
    },
  })
  return (
    <>
      <Button kind="secondary" compact onClick={onAmend}>
        {t('amendSubmit')}
      </Button>
      <Button
        kind="secondary"
        compact
        busy={cancel.isPending}
        aria-label={t('cancelOrder')}
        onClick={() => cancel.mutate()}
      >
        {shell('cancel')}
      </Button>
    </>
  )
}

function CancelAll({ count, symbol }: { count: number; symbol: string | undefined }) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.action')
  const errorText = useErrorText()
  const [asking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () => call(spotOrdersCancel, { query: symbol === undefined ? {} : { symbol } }),
    onSuccess: ({ canceled }) => void toast.success(t('canceledCount', { count: canceled })),
    onError: (failure) => void toast.error(errorText(failure)),
    onSettled() {
      setAsking(false)
      void refreshAccount()
    },
  })
  return (
    <div className="flex items-center justify-between gap-3 px-4 text-12 text-quiet">
      {t('openOrdersCount', { count })}
      <Button kind="quiet" compact className="-mr-5" onClick={() => setAsking(true)}>
        {t('cancelAll')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('cancelAll')}
        description={t('cancelAllConfirm', { count })}
        confirmLabel={t('cancelAll')}
        cancelLabel={shell('back')}
        confirmKind="danger"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      />
    </div>
  )
}
