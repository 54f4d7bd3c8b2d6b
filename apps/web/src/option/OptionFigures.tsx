import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { Line } from '../parts/Line.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { gainFor, percentNeeded } from './figures.ts'
import type { TradeMode } from './ticketForm.ts'

/** What an option can come to, risk first, and how often one must be right to come out even. */
export function OptionFigures({ amount, mode }: { amount: string; mode: TradeMode }) {
  const t = useTranslations('option')
  const figure = useFigure()
  const gain = amount === '' ? null : gainFor(amount, mode.payout_rate)
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-col gap-1.5 text-14">
        <Line label={t('wrong')} strong>
          <span className={amount === '' ? '' : 'text-down'}>
            <Amount value={amount === '' ? undefined : `-${amount}`} unit="USDT" decimalsMin={0} signed />
          </span>
        </Line>
        <Line label={t('right')} strong>
          <span className={gain === null ? '' : 'text-up'}>
            <Amount value={gain ?? undefined} unit="USDT" decimalsMin={0} signed />
          </span>
        </Line>
        <Line label={t('same')}>{t('sameText')}</Line>
        <Line label={t('breakEven')}>
          <span className="figures">{t('percent', { percent: figure(percentNeeded(mode.break_even_rate)) })}</span>
        </Line>
      </dl>
      <p className="text-12 text-quiet">
        {t('breakEvenText', { percent: figure(percentNeeded(mode.break_even_rate)) })}
      </p>
    </div>
  )
}
