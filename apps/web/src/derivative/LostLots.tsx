import { useMutation } from '@tanstack/react-query'
import { contractOrderBody, contractOrderPlace } from '@truemark/protocol/routes/contract'
import { perpetualOrderBody, perpetualOrderPlace } from '@truemark/protocol/routes/perpetual'
import { Button } from '@truemark/ui/primitives/Button'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount, takeDerivative } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useLostSends, type LostSend } from '../data/pending.ts'
import { useDateTime, useErrorText } from '../reader/door.ts'
import { useFigure } from '../trade/door.ts'
import type { LotProduct } from './lotContext.ts'

interface Lost {
  readonly send: LostSend
  readonly text: { readonly lots: string; readonly symbol: string; readonly side: 'buy' | 'sell' }
  /** Sends the body as it was kept, so that it is byte for byte the request whose key it bears. */
  readonly again: () => Promise<void>
}

/** Orders of a product that were sent and whose answers were lost: sent again they are carried out once at most. */
export function LostLots({ product }: { product: LotProduct }) {
  const { sends, look } = useLostSends(product === 'contract' ? contractOrderPlace : perpetualOrderPlace)
  return sends.map((send) => {
    const lost = readLost(product, send)
    return lost && <LostLot key={send.madeAt} {...lost} onDone={look} />
  })
}

function readLost(product: LotProduct, send: LostSend): Lost | null {
  if (product === 'contract') {
    const read = contractOrderBody.safeParse(send.body)
    if (!read.success) return null
    const body = read.data
    return { send, text: body, again: async () => takeDerivative({ ticket: await call(contractOrderPlace, { body }) }) }
  }
  const read = perpetualOrderBody.safeParse(send.body)
  if (!read.success) return null
  const body = read.data
  return {
    send,
    text: body,
    again: async () => takeDerivative({ perpetual: await call(perpetualOrderPlace, { body }) }),
  }
}

function LostLot({ send, text, again, onDone }: Lost & { onDone: () => void }) {
  const t = useTranslations('spot')
  const trade = useTranslations('trade')
  const notices = useTranslations('notices')
  const errorText = useErrorText()
  const figure = useFigure()
  const dateTime = useDateTime()
  const retry = useMutation({
    mutationFn: again,
    onSuccess: () => void toast.success(notices('orderCreated')),
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
        {t(text.side)} {figure(text.lots)} {trade('lotsUnit')} · {text.symbol} ·{' '}
        <span className="figures">{dateTime(send.madeAt)}</span>
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
