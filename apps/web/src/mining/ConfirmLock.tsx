import { miningOrderPlace, type MiningProduct } from '@truemark/protocol/routes/mining'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { AmountLine, Line, DeadlineLine } from '../parts/Line.tsx'
import { percentOf } from '../parts/percentOf.ts'
import { useFigure } from '../parts/useFigure.ts'
import { useDeadline } from '../i18n/door.ts'
import { DealSheet } from '../wealth/door.ts'
import { type ShownRow } from './figures.ts'
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
  const figure = useFigure()
  const deadline = useDeadline()
  const notices = useTranslations('notices')
  const navigate = useNavigate()
  const body = { product_id: product.product_id, amount, terms_version: product.terms_version }
  const words = { amount: figure(amount || '0'), currency: product.currency }
  const early = rows[0]
  return (
    <DealSheet
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('confirm.title')}
      submit={t('confirm.submit', words)}
      product={miningKey}
      send={() => call(miningOrderPlace, { body })}
      done={() => notices('purchaseCompleted')}
      onDone={() => {
        onLocked()
        void navigate({ to: '/lockming/records' })
      }}
    >
      <p className="text-14 text-warning">{t('risk')}</p>
      <p className="text-16">{t('confirm.sentence', { ...words, end: deadline(product.end_time) })}</p>
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
    </DealSheet>
  )
}

function Figures({ product, amount, rows }: Pick<ConfirmLockProps, 'product' | 'amount' | 'rows'>) {
  const t = useTranslations('mining')
  const figure = useFigure()
  const last = rows.at(-1)
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <Line label={t('field.name')}>{product.name}</Line>
      <AmountLine label={t('field.amount')} strong value={amount || '0'} unit={product.currency} decimalsMin={0} />
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
      <DeadlineLine label={t('field.incomeStart')} at={product.income_start} />
      <DeadlineLine label={t('field.end')} at={product.end_time} />
      <Line label={t('field.earlyCost')}>
        {t('percent', { percent: figure(percentOf(product.early_redemption_rate)) })}
      </Line>
      <AmountLine label={t('fee')} value="0" unit={product.currency} decimalsMin={0} />
    </dl>
  )
}
