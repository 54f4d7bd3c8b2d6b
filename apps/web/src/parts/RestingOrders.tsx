import { useMutation } from '@tanstack/react-query'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useState, type ReactNode } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { useErrorText } from '../i18n/door.ts'
import { CancelAllLine } from './CancelAllLine.tsx'
import { orderNameId } from './orderNameId.ts'

interface RestingOrdersProps<O> {
  /** Undefined until they are known. */
  orders: readonly O[] | undefined
  /** How many more are cancelled with all of them. */
  besides?: number
  row: (order: O, actions: ReactNode) => ReactNode
  /** The sheet in which an order is changed. */
  amendment: (order: O, onClose: () => void) => ReactNode
  /** Cancels one, and takes what came of it. */
  cancel: (order: O) => Promise<void>
  /** Cancels all that are shown; null where they are only some of one market's. */
  cancelAll: (() => Promise<{ readonly canceled: number }>) | null
}

/** Orders that rest in the book, live; each can be changed or cancelled, and all of them at once. */
export function RestingOrders<O extends { readonly order_id: string }>(props: RestingOrdersProps<O>) {
  const { orders, besides = 0, row, amendment, cancel, cancelAll } = props
  const t = useTranslations('spot')
  const shell = useTranslations('shell.state')
  const [amending, setAmending] = useState<O | null>(null)
  if (orders === undefined) return <SkeletonRows rows={2} label={shell('loading')} />
  if (orders.length === 0) return <EmptyState drawing="orders" title={t('noOpenOrders')} />
  const isAmending = ({ order_id: id }: O) => id === amending?.order_id
  return (
    <div className="@container flex flex-col">
      {cancelAll !== null && <CancelAllLine count={orders.length + besides} cancel={cancelAll} />}
      <ul>
        {orders.map((order) =>
          row(
            order,
            <Actions
              about={orderNameId(order.order_id)}
              cancel={() => cancel(order)}
              onAmend={() => setAmending(() => order)}
            />,
          ),
        )}
      </ul>
      {amending !== null && amendment(orders.find(isAmending) ?? amending, () => setAmending(null))}
    </div>
  )
}

interface ActionsProps {
  /** The id of what says which order it is. */
  about: string
  cancel: () => Promise<void>
  onAmend: () => void
}

function Actions({ about, cancel, onAmend }: ActionsProps) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.action')
  const errorText = useErrorText()
  const send = useMutation({
    mutationFn: cancel,
    onSuccess: () => void toast.success(t('canceled')),
    onError(failure) {
      toast.error(errorText(failure))
      void refreshAccount()
    },
  })
  return (
    <>
      <Button kind="secondary" compact aria-describedby={about} onClick={onAmend}>
        {t('amendSubmit')}
      </Button>
      <Button
        kind="secondary"
        compact
        busy={send.isPending}
        aria-label={t('cancelOrder')}
        aria-describedby={about}
        onClick={() => send.mutate()}
      >
        {shell('cancel')}
      </Button>
    </>
  )
}
