import type { Quote } from '@truemark/protocol/routes/account'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { AmountLine, Line } from '../parts/Line.tsx'
import { percentOf } from '../parts/percentOf.ts'
import { useFigure } from '../parts/useFigure.ts'
import { quoteFigures } from './exchangeForm.ts'

/** All that a quote says: what is given, the rate beside the index, the fee, and what arrives. */
export function QuoteFigures({ quote, over }: { quote: Quote; over: boolean }) {
  const t = useTranslations('funds.exchange')
  const label = useTranslations('shell.label')
  const figure = useFigure()
  const figures = quoteFigures(quote)
  return (
    <dl className={over ? 'flex flex-col gap-1.5 text-14 opacity-45' : 'flex flex-col gap-1.5 text-14'}>
      <AmountLine label={t('give')} value={quote.source_amount} unit={quote.source} decimalsMax={8} />
      <Line label={t('rate')}>
        <Rate of={figures.of} value={figures.rate} unit={figures.in} />
      </Line>
      <Line label={t('index')}>
        <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
          {quote.simulated && <Badge tone="info">{label('simulated')}</Badge>}
          <Rate of={figures.of} value={figures.index} unit={figures.in} />
        </span>
      </Line>
      <Line label={t('spread')}>
        <span className="figures">{figure(percentOf(quote.spread_rate))} %</span>
      </Line>
      <AmountLine label={t('gross')} value={figures.gross} unit={quote.target} decimalsMax={8} />
      <AmountLine
        label={t('fee', { rate: figure(percentOf(quote.fee_rate)) })}
        value={quote.fee}
        unit={quote.fee_currency}
        decimalsMax={8}
      />
      <AmountLine
        label={t('receive')}
        strong
        value={quote.target_amount}
        unit={quote.target}
        decimalsMax={8}
        className="text-16"
      />
    </dl>
  )
}

/** A rate in the form in which people say it. */
export function Rate({ of, value, unit }: { of: string; value: string; unit: string }) {
  return (
    <span className="figures">
      1 {of} = <Amount value={value} unit={unit} decimalsMax={8} />
    </span>
  )
}
