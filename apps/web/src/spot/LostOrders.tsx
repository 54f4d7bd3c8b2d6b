import { useMutation } from '@tanstack/react-query'
import { spotOrderBody, spotOrderPlace, type SpotOrderBody } from '@truemark/protocol/routes/spot'
import { Button } from '@truemark/ui/primitives/Button'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount, takeOrder } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useLostSends, type LostSend } from '../data/pending.ts'
import { useDateTime, useErrorText } from '../reader/door.ts'
import { useFigure } from '../trade/door.ts'

/** Orders that were sent and whose answers were lost, also before a reload: sent again they are carried out once at most. */
export function LostOrders() {
  const { sends, look } = useLostSends(spotOrderPlace)
  return sends.map((send) => {
    const body = spotOrderBody.safeParse(send.body)
    return body.success ? <LostOrder key={send.madeAt} send={send} body={body.data} onDone={look} /> : null
  })
}

function LostOrder({ send, body, onDone }: { send: LostSend; body: SpotOrderBody; onDone: () => void }) {
  const t = useTranslations('spot')
  const notices = useTranslations('notices')
  const errorText = useErrorText()
  const figure = useFigure()
  const dateTime = useDateTime()
  const retry = useMutation({
    // The body is sent as it was kept, so that it is byte for byte the request whose key it bears.
    mutationFn: () => call(spotOrderPlace, { body }),
    onSuccess(order) {
      takeOrder(order)
      toast.success(notices('orderCreated'))
    },
    onError: (failure) => void toast.error(errorText(failure)),
    onSettled() {
      void refreshAccount()
      onDone()
    },
  })
  const size = body.quantity ?? body.amount ?? ''
  return (
    <div role="alert" className="mx-4 my-2 flex flex-col gap-2 rounded-card bg-surface p-4 text-14">
      <p className="font-semibold text-warning">{t('lostTitle')}</p>
      <p className="text-secondary">
        {t(body.side)} {figure(size)} · {body.symbol} · <span className="figures">{dateTime(send.madeAt)}</span>
      </p>
      <p className="text-secondary">{t('lostText')}</p>
      <div className="flex gap-2">
        <Button kind="secondary" compact busy={retry.isPending} onClick={() => retry.mutate()}>
          {t('lostRetry')}
        </Button>
        <Button kind="quiet" compact disabled={retry.isPending} onClick={send.forget}>
          {t('lostForget')}
        </Button>
      </div>
    </div>
  )
}
