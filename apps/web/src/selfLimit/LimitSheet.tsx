import { serverNow } from '@truemark/ui/device/serverTime'
import { parseDecimal } from '@truemark/core/money/decimal'
import { usdtScale } from '@truemark/core/money/units'
import { Button } from '@truemark/ui/primitives/Button'
import { toast } from 'sonner'
import { useId, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FigureInput } from '../parts/FigureInput.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { useDeadline, useErrorText } from '../i18n/door.ts'
import { type OwnLimitAnswer, useSetLimit } from './selfLimits.ts'

const looserAfterMs = 86_400_000

/** Changes one limit, and says before whether the change holds at once. */
export function LimitSheet({ own, onClose }: { own: OwnLimitAnswer; onClose: () => void }) {
  const t = useTranslations('selfLimit')
  const deadline = useDeadline()
  const errorText = useErrorText()
  const form = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [looserFrom] = useState(() => serverNow() + looserAfterMs)
  const set = useSetLimit({
    onKept() {
      toast.success(t('saved'))
      onClose()
    },
    onRefused: (failure) => setError(errorText(failure)),
  })
  const units = typed === '' ? null : parseDecimal(typed, usdtScale)
  const stands = own.amount === null ? null : parseDecimal(own.amount, usdtScale)
  const isTighter = units !== null && (stands === null || units <= stands)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (units !== null && !set.isPending) set.mutate({ limit: own.limit, amount: typed })
  }
  const consequence = isTighter ? t('atOnce') : t('later', { time: deadline(looserFrom) })
  return (
    <OwnSheet
      onClose={onClose}
      title={t(`limit.${own.limit}.name`)}
      description={t(`limit.${own.limit}.text`)}
      footer={
        <>
          {own.amount !== null && (
            <Button
              kind="quiet"
              wide
              disabled={set.isPending}
              onClick={() => set.mutate({ limit: own.limit, amount: null })}
            >
              {t('remove')}
            </Button>
          )}
          <Button type="submit" form={form} wide busy={set.isPending} disabled={units === null}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FigureInput
          label={t('amount')}
          value={typed}
          decimals={usdtScale}
          unit="USDT"
          hint={units === null ? undefined : consequence}
          error={error}
          onValueChange={(next) => {
            setTyped(next)
            setError(undefined)
          }}
        />
      </form>
    </OwnSheet>
  )
}
