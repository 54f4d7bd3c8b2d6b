import { useMutation } from '@tanstack/react-query'
import { optionOrderBody, optionOrderPlace, type OptionOrderBody } from '@truemark/protocol/routes/option'
import { Button } from '@truemark/ui/primitives/Button'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount, takeOption } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useLostSends, type LostSend } from '../data/pending.ts'
import { useDateTime, useErrorText } from '../reader/door.ts'
import { useFigure } from '../trade/door.ts'
import { Direction } from './Direction.tsx'
import { pairOf, useDuration } from './wording.ts'

/** Options that were sent and whose answers were lost, also before a reload: sent again they are taken once at most. */
export function LostOptions() {
  const { sends, look } = useLostSends(optionOrderPlace)
  return sends.map((send) => {
    const body = optionOrderBody.safeParse(send.body)
    return body.success ? <LostOption key={send.madeAt} send={send} body={body.data} onDone={look} /> : null
  })
}

function LostOption({ send, body, onDone }: { send: LostSend; body: OptionOrderBody; onDone: () => void }) {
  const t = useTranslations('spot')
  const notices = useTranslations('notices')
  const errorText = useErrorText()
  const figure = useFigure()
  const duration = useDuration()
  const dateTime = useDateTime()
  const retry = useMutation({
    // The body is sent as it was kept, so that it is byte for byte the request whose key it bears.
    mutationFn: () => call(optionOrderPlace, { body }),
    onSuccess(option) {
      takeOption(option)
      toast.success(notices('orderCreated'))
    },
    onError: (failure) => void toast.error(errorText(failure)),
    onSettled() {
      void refreshAccount()
      onDone()
    },
  })
  return (
    <div role="alert" className="mx-4 my-2 flex flex-col gap-2 rounded-card bg-surface p-4 text-14">
      <p className="font-semibold text-warning">{t('lostTitle')}</p>
      <p className="text-secondary">
        <Direction type={body.type} /> {figure(body.amount)} USDT · {pairOf(body.symbol)} · {duration(body.trade_mode)}{' '}
        · <span className="figures">{dateTime(send.madeAt)}</span>
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
