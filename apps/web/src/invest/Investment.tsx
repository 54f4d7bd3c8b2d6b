import type { InvestOrder } from '@truemark/protocol/routes/invest'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'
import { AmountLine, Line, DeadlineLine, TimeLine } from '../parts/Line.tsx'
import { percentOf } from '../parts/percentOf.ts'
import { useFigure } from '../parts/useFigure.ts'
import { useDateTime } from '../i18n/door.ts'
import { RulesLine } from '../trade/door.ts'
import { EvidenceLink } from '../transparency/door.ts'
import { recordCardClass } from '../wallet/door.ts'
import { RecordHead } from '../wealth/door.ts'
import { Outcomes } from './Outcomes.tsx'
import { useProductName } from './useProductName.ts'

/** One investment: what it can pay while it runs, what it paid and what holding would have been worth once it is over. */
export function Investment({ order, meant }: { order: InvestOrder; meant: boolean }) {
  const t = useTranslations('invest')
  const nameOf = useProductName()
  const isOver = order.status === 'completed'
  return (
    <li className={recordCardClass(meant)} aria-current={meant || undefined}>
      <RecordHead name={nameOf(order)} tone={isOver ? 'plain' : 'primary'} status={t(`status.${order.status}`)} />
      <Terms order={order} />
      {isOver ? <Result order={order} /> : <Ahead order={order} />}
    </li>
  )
}

function Terms({ order }: { order: InvestOrder }) {
  const t = useTranslations('invest')
  const figure = useFigure()
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <AmountLine
        label={t('field.investmentAmount')}
        strong
        value={order.investment_amount}
        unit={order.currency}
        decimalsMin={0}
      />
      <Line label={t('field.shares')}>
        <span className="figures">{figure(String(order.shares))}</span>
      </Line>
      <Line label={t('field.annualizedReturn')}>
        {t('percent', { percent: figure(percentOf(order.annualized_return)) })}
      </Line>
      <AmountLine
        label={t('field.linkedReferencePrice')}
        value={order.linked_reference_price}
        unit="USDT"
        decimalsMin={0}
      />
      <Line label={t('field.holdingPeriod')}>{t('field.days', { days: order.holding_period })}</Line>
      <TimeLine label={t('field.transactionTime')} at={order.transaction_time} />
      <DeadlineLine label={t('field.maturityDate')} at={order.maturity_date} />
      <RulesLine made={order.transaction_time} />
    </dl>
  )
}

function Ahead({ order }: { order: InvestOrder }) {
  const t = useTranslations('invest')
  return (
    <div className="flex flex-col gap-2 rounded-control bg-raised p-3">
      <h3 className="text-14 font-medium">{t('outcome.title')}</h3>
      <Outcomes product={order} coin={order.coin_payout} usdt={order.usdt_payout} />
      <p className="text-12 text-quiet">{t('locked')}</p>
    </div>
  )
}

function Result({ order }: { order: InvestOrder }) {
  const t = useTranslations('invest')
  const figure = useFigure()
  const dateTime = useDateTime()
  const samples = {
    count: figure(String(order.samples ?? 0)),
    from: dateTime(order.sample_first ?? 0),
    to: dateTime(order.sample_last ?? 0),
  }
  return (
    <div className="flex flex-col gap-2 rounded-control bg-raised p-3 text-14">
      <dl className="flex flex-col gap-1.5">
        <AmountLine
          label={t('field.paid')}
          strong
          value={order.paid_amount ?? undefined}
          unit={order.paid_currency ?? ''}
          decimalsMin={0}
        />
        {order.outcome !== 'void' && (
          <>
            <AmountLine
              label={t('field.settlementPrice')}
              value={order.settlement_price ?? undefined}
              unit="USDT"
              decimalsMin={0}
            />
            <AmountLine
              label={t('field.income')}
              value={order.income ?? undefined}
              unit={order.paid_currency ?? ''}
              decimalsMin={0}
            />
          </>
        )}
      </dl>
      {order.outcome === 'void' ? (
        <p className="text-warning">{t('records.void')}</p>
      ) : (
        <p className="text-12 text-quiet">{t('records.samples', samples)}</p>
      )}
      <HadHeld held={order.had_held} />
      <EvidenceLink id={order.order_id} />
    </div>
  )
}

function HadHeld({ held }: { held: InvestOrder['had_held'] }) {
  const t = useTranslations('invest')
  const locale = useFigureLocale()
  if (held === null) return null
  const figure = (text: string) => formatFigure(text, locale, { decimalsMin: 0, decimalsMax: 2 })
  const less = held.difference.startsWith('-')
  const amount = figure(held.difference.replace('-', ''))
  const verdict = held.difference === '0' ? t('records.same') : t(less ? 'records.less' : 'records.more', { amount })
  return (
    <div className="flex flex-col gap-1 pt-1 hairline-t">
      <h3 className="pt-1 font-medium">{t('records.heldTitle')}</h3>
      <p className="text-secondary">
        {t('records.heldText', { paid: figure(held.paid_value), held: figure(held.held_value) })}
      </p>
      <p className="font-medium">{verdict}</p>
    </div>
  )
}
