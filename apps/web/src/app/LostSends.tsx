import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '@truemark/ui/primitives/Button'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { useLostSends, type LostSend } from '../data/pending.ts'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import { useFigure } from '../parts/useFigure.ts'

/** Over every screen: what moves money and was sent without an answer. Sent again from here it happens once at most. */
export default function LostSends() {
  const sends = useLostSends()
  if (sends.length === 0) return null
  return (
    <div className="max-h-[40dvh] overflow-y-auto bg-surface hairline-b">
      {sends.map((send) => (
        <LostNotice key={send.key} send={send} />
      ))}
    </div>
  )
}

function LostNotice({ send }: { send: LostSend }) {
  const t = useTranslations('spot')
  const errorText = useErrorText()
  const dateTime = useDateTime()
  const queries = useQueryClient()
  const what = useWhat(send)
  const retry = useMutation({
    mutationFn: send.again,
    onSuccess(sent) {
      if (sent) toast.success(t('lostDone'))
      else toast(t('lostSettled'))
      void queries.invalidateQueries()
    },
    onError: (failure) => void toast.error(errorText(failure)),
  })
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-4xl flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2"
    >
      <div className="min-w-60 flex-1 text-14">
        <p className="font-semibold text-warning">{t('lostTitle')}</p>
        <p className="text-secondary">
          {what} · <span className="figures">{dateTime(send.madeAt)}</span>
        </p>
        <p className="text-12 text-secondary">{t(send.whole ? 'lostText' : 'lostLook')}</p>
      </div>
      <div className="flex gap-2">
        {send.whole && (
          <Button kind="secondary" compact busy={retry.isPending} onClick={() => retry.mutate()}>
            {t('lostRetry')}
          </Button>
        )}
        <Button kind="quiet" compact disabled={retry.isPending} onClick={send.forget}>
          {t('lostForget')}
        </Button>
      </div>
    </div>
  )
}

const kinds = [
  [/^POST \/account\/transfers$/, 'shell.title.fundTransfer'],
  [/^POST \/exchange\/orders$/, 'shell.title.exchange'],
  [/^POST \/wallet\/withdrawals$/, 'shell.title.cashout'],
  [/^POST \/wallet\/deposits$/, 'shell.title.deposit'],
  [/\/orders\/[^/?]+\/margin$/, 'trade.addMargin'],
  [/\/(orders|positions)\/[^/?]+\/close$/, 'trade.close'],
  [/^POST \/(contract|perpetual)\/close$/, 'trade.closeAll'],
  [/^PUT \/perpetual\/[^/]+\/settings$/, 'perpetual.settingTitle'],
  [/^PATCH \/(contract\/orders|perpetual\/positions)\/[^/]+$/, 'trade.protection'],
  [/^PATCH /, 'spot.amendOrder'],
  [/^DELETE \/\w+(\/conditional)?\/orders(\?.*)?$/, 'spot.cancelAll'],
  [/^DELETE \/(spot|contract|perpetual)\//, 'spot.cancelOrder'],
  [/^DELETE /, 'shell.action.cancel'],
  [/^POST \/option\//, 'spot.option'],
  [/^POST \/ieo\//, 'funds.holds.cause.ieo'],
  [/^POST \/invest\//, 'shell.title.invest'],
  [/^POST \/mining\//, 'shell.title.mining'],
] as const

/** What a request would do: its kind, and the figures and the market that it names. */
function useWhat({ method, target, fields }: LostSend): string {
  const t = useTranslations()
  const figure = useFigure()
  const deed = `${method} ${target}`
  const kind = kinds.find(([pattern]) => pattern.test(deed))?.[1] ?? 'spot.order'
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  const lots = text('lots')
  const number = text('quantity') ?? text('amount') ?? text('margin') ?? text('quote_amount')
  const side = fields['side'] === 'buy' || fields['side'] === 'sell' ? t(`spot.${fields['side']}`) : null
  const amount = [number === null ? null : figure(number), text('currency')].filter(Boolean).join(' ')
  const price = text('price')
  return [
    side ?? t(kind),
    lots === null ? amount : `${figure(lots)} ${t('trade.lotsUnit')}`,
    text('symbol') ?? '',
    price === null ? '' : `${t('spot.price')} ${figure(price)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
