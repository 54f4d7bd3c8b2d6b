import { useMutation, useQuery } from '@tanstack/react-query'
import { type SpotConditional, spotConditionalCancel } from '@truemark/protocol/routes/spotConditional'
import { Button } from '@truemark/ui/primitives/Button'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount, refreshConditionals, takeConditional } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useErrorText } from '../i18n/door.ts'
import { orderNameId } from '../parts/orderNameId.ts'
import { ConditionalRow } from './ConditionalRow.tsx'

const lookMs = 5_000

/** Orders that wait for a price; each can be ended. */
export function WaitingOrders({ waiting }: { waiting: readonly SpotConditional[] }) {
  const t = useTranslations('spot')
  // a price that follows the index moves each second that goes farther, and nobody is told: whoever looks asks
  useQuery({
    queryKey: ['spot', 'trails'],
    queryFn: refreshConditionals,
    enabled: waiting.some(({ trail }) => trail !== null),
    refetchInterval: lookMs,
  })
  return (
    <section aria-label={t('conditionalOrders')} className="@container">
      <h2 className="px-4 pt-3 text-12 text-quiet">{t('conditionalOrders')}</h2>
      <ul>
        {waiting.map((one) => (
          <ConditionalRow key={one.order_id} one={one} actions={<EndButton one={one} />} />
        ))}
      </ul>
    </section>
  )
}

function EndButton({ one }: { one: SpotConditional }) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.action')
  const errorText = useErrorText()
  const send = useMutation({
    mutationFn: () => call(spotConditionalCancel, { params: { id: one.order_id } }),
    onSuccess(ended) {
      takeConditional(ended)
      toast.success(t('canceled'))
    },
    onError(failure) {
      toast.error(errorText(failure))
      void refreshAccount()
    },
  })
  return (
    <Button
      kind="secondary"
      compact
      busy={send.isPending}
      aria-label={t('cancelOrder')}
      aria-describedby={orderNameId(one.order_id)}
      onClick={() => send.mutate()}
    >
      {shell('cancel')}
    </Button>
  )
}
