import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { miningOrderPlace, type MiningOrderBody, type MiningProduct } from '@truemark/protocol/routes/mining'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { call } from '../data/api.ts'
import { Line } from '../parts/Line.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { SendButton, useDateTime } from '../reader/door.ts'
import { Refused, useRefusalText } from '../wallet/door.ts'
import { percentOf, type ShownRow } from './figures.ts'
import { miningKey } from './miningQueries.ts'
import { RateRange } from './ProductsScreen.tsx'

interface ConfirmLockProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  product: MiningProduct
  amount: string
  rows: readonly ShownRow[]
  onLocked: () => void
}

/** Repeats what matters in plain words, the risk first; one button locks exactly what is shown. */
export function ConfirmLock({ open, onOpenChange, product, amount, rows, onLocked }: ConfirmLockProps) {
  const t = useTranslations('mining')
  const shell = useTranslations('shell.action')
  const figure = useFigure()
  const dateTime = useDateTime()
  const refusalText = useRefusalText()
  const lock = useLock(() => {
    onOpenChange(false)
    onLocked()
  })
  const body = { product_id: product.product_id, amount, terms_version: product.terms_version }
  const words = { amount: figure(amount || '0'), currency: product.currency }
  const early = rows[0]
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (lock.isPending) return
        lock.reset()
        onOpenChange(next)
      }}
      title={t('confirm.title')}
      closeLabel={shell('close')}
      footer={
        <SendButton wide busy={lock.isPending} onClick={() => lock.mutate(body)}>
          {t('confirm.submit', words)}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-14 text-warning">{t('risk')}</p>
        <p className="text-16">{t('confirm.sentence', { ...words, end: dateTime(product.end_time) })}</p>
        <Figures product={product} amount={amount} rows={rows} />
        {early !== undefined && (
          <p className="text-14 text-secondary">
            {t('confirm.early', {
              refund: figure(early.refund),
              cost: figure(early.cost),
              currency: product.currency,
            })}
          </p>
        )}
        <Refused text={lock.isError ? refusalText(lock.error) : undefined} />
      </div>
    </Sheet>
  )
}

function Figures({ product, amount, rows }: Pick<ConfirmLockProps, 'product' | 'amount' | 'rows'>) {
  const t = useTranslations('mining')
  const figure = useFigure()
  const dateTime = useDateTime()
  const last = rows.at(-1)
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <Line label={t('field.name')}>{product.name}</Line>
      <Line label={t('field.amount')} strong>
        <Amount value={amount || '0'} unit={product.currency} decimalsMin={0} />
      </Line>
      <Line label={t('field.lockup')} strong>
        {t('field.days', { days: product.lockup_period })}
      </Line>
      <Line label={t('field.dailyReturn')}>
        <RateRange product={product} />
      </Line>
      <Line label={t('form.incomeAll')}>
        <span className="figures">
          {last !== undefined && last.incomeMin !== last.incomeMax
            ? t('range', { min: figure(last.incomeMin), max: figure(last.incomeMax) })
            : figure(last?.incomeMin ?? '0')}{' '}
          {product.currency}
        </span>
      </Line>
      <Line label={t('field.incomeStart')}>
        <span className="figures">{dateTime(product.income_start)}</span>
      </Line>
      <Line label={t('field.end')}>
        <span className="figures">{dateTime(product.end_time)}</span>
      </Line>
      <Line label={t('field.earlyCost')}>
        {t('percent', { percent: figure(percentOf(product.early_redemption_rate)) })}
      </Line>
      <Line label={t('fee')}>
        <Amount value="0" unit={product.currency} decimalsMin={0} />
      </Line>
    </dl>
  )
}

function useLock(onLocked: () => void) {
  const notices = useTranslations('notices')
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: MiningOrderBody) => call(miningOrderPlace, { body }),
    onSuccess() {
      toast.success(notices('purchaseCompleted'))
      void refreshAccount()
      onLocked()
      void navigate({ to: '/lockming/records' })
    },
    // what is left of a product, or what its terms are, may be another by now
    onSettled: () => void queries.invalidateQueries({ queryKey: miningKey }),
  })
}
