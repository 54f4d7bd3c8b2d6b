import type { MiningIncome, MiningOrderDetail } from '@truemark/protocol/routes/mining'
import { formatUtcDay } from '@truemark/ui/figures/dateTime'
import { useTranslations } from 'use-intl'
import { Loaded } from '../parts/Loaded.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { percentOf } from '../parts/percentOf.ts'
import { TextLink } from '../parts/TextLink.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { useDeadline } from '../i18n/door.ts'
import { useScales } from '../wallet/door.ts'
import { orderTable } from './figures.ts'
import { useMiningOrder } from './miningQueries.ts'
import { OrderHead, OrderLines } from './OrderCard.tsx'
import { RefundTable } from './RefundTable.tsx'

/** One order whole: its fields, the income of each day, and what it would give back on each day ahead. */
export function OrderDetailSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const shell = useTranslations('shell')
  const query = useMiningOrder(id)
  return (
    <OwnSheet onClose={onClose} title={shell('title.miningOrder')}>
      <Loaded query={query}>{(order) => <Whole order={order} />}</Loaded>
    </OwnSheet>
  )
}

function Whole({ order }: { order: MiningOrderDetail }) {
  const shell = useTranslations('shell.title')
  const scale = useScales().data?.get(order.currency)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-3">
        <OrderHead order={order} />
        <OrderLines order={order} whole />
      </div>
      <Incomes order={order} />
      {order.status === 'ongoing' && scale !== undefined && (
        <RefundTable
          rows={orderTable(order, scale).filter(({ daysPaid }) => daysPaid >= order.days_paid)}
          currency={order.currency}
          now={order.days_paid}
        />
      )}
      <TextLink to="/setting/account-change" className="self-start">
        {shell('accountChange')}
      </TextLink>
    </div>
  )
}

function Incomes({ order }: { order: MiningOrderDetail }) {
  const t = useTranslations('mining')
  const deadline = useDeadline()
  return (
    <section className="flex flex-col gap-2 text-14" aria-labelledby="incomes">
      <h3 id="incomes" className="font-medium">
        {t('incomes.title')}
      </h3>
      {order.incomes.length === 0 ? (
        <p className="text-quiet">
          {order.next_income_time === null
            ? t('field.none')
            : t('incomes.none', { time: deadline(order.next_income_time) })}
        </p>
      ) : (
        <ul className="flex flex-col">
          {order.incomes.toReversed().map((income) => (
            <Income key={income.date} income={income} currency={order.currency} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Income({ income, currency }: { income: MiningIncome; currency: string }) {
  const t = useTranslations('mining')
  const figure = useFigure()
  return (
    <li className="flex items-baseline justify-between gap-3 py-1.5 hairline-b last:shadow-none">
      <span className="figures">{formatUtcDay(income.date)}</span>
      <span className="flex flex-col items-end">
        <span className="figures">
          {figure(income.amount)} <span className="text-12 text-quiet">{currency}</span>
        </span>
        <span className="text-12 text-quiet">
          {t('percent', { percent: figure(percentOf(income.rate)) })}
          {!income.published && ` · ${t('incomes.lowest')}`}
        </span>
      </span>
    </li>
  )
}
