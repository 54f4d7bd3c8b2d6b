import { useMutation, useQueryClient } from '@tanstack/react-query'
import { priceAlertRemove, type PriceAlert } from '@truemark/protocol/routes/notification'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { TrendingDown, TrendingUp, X } from 'lucide-react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import { useFigureText } from './useFigureText.ts'
import { alertsKey } from './alertsQuery.ts'

/** One price that is waited for, and the way to wait for it no longer. */
export function AlertRow({ alert }: { alert: PriceAlert }) {
  const t = useTranslations('notification.alert')
  const figure = useFigureText()
  const dateTime = useDateTime()
  const errorText = useErrorText()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(priceAlertRemove, { params: { id: alert.id } }),
    async onSuccess() {
      toast.success(t('removed'))
      await queries.invalidateQueries({ queryKey: alertsKey })
    },
    onError: (failure) => toast.error(errorText(failure)),
  })
  const rises = alert.direction === 'above'
  const line = t(rises ? 'riseLine' : 'fallLine', { symbol: alert.symbol, price: figure(alert.price) })
  const Icon = rises ? TrendingUp : TrendingDown
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5 pr-1 pl-4 hairline-b last:shadow-none">
      <Icon
        size={20}
        strokeWidth={1.5}
        className={rises ? 'shrink-0 text-up' : 'shrink-0 text-down'}
        aria-hidden="true"
      />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="figures text-16 wrap-anywhere">{line}</span>
        <span className="text-12 text-quiet">
          {t(alert.source)} · {t(alert.repeats ? 'each' : 'once')} ·{' '}
          <span className="figures">
            {alert.fired === null ? t('waiting') : t('fired', { time: dateTime(alert.fired) })}
          </span>
        </span>
      </span>
      <IconButton label={t('remove', { what: line })} disabled={remove.isPending} onClick={() => remove.mutate()}>
        <X size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
