import { useQuery } from '@tanstack/react-query'
import { withdrawalStatistics } from '@truemark/protocol/routes/transparency'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { Block, FactList, FigureTable } from './Block.tsx'
import { Loaded } from './Loaded.tsx'
import { useWritten } from './useWritten.ts'

const reasons = [
  'payee_invalid',
  'payee_not_owner',
  'network_unavailable',
  'bank_returned',
  'security_review',
  'legal_order',
] as const

/** What is promised of withdrawals, and how it was kept. */
export function WithdrawalsPart() {
  const t = useTranslations('transparency.withdrawals')
  const { figure, roughSpan, span } = useWritten()
  const query = useQuery({
    queryKey: ['transparency', 'withdrawals'],
    queryFn: () => call(withdrawalStatistics, {}),
  })
  return (
    <Loaded query={query}>
      {({ days, paid, median, p95, waiting, overdue, deadline, rejected }) => (
        <div className="flex flex-col gap-10">
          <Block title={t('promise')}>
            <ul className="flex flex-col overflow-hidden rounded-card bg-surface text-14">
              {(['deadline', 'noFee', 'closedList', 'never'] as const).map((name) => (
                <li key={name} className="px-4 py-3 hairline-b last:shadow-none">
                  {t(`promises.${name}`, { span: span(deadline) })}
                </li>
              ))}
            </ul>
          </Block>
          <Block title={t('kept')} text={t('keptText', { days: String(days) })}>
            <FactList
              facts={[
                { key: 'paid', label: t('paid'), value: figure(String(paid)) },
                { key: 'median', label: t('median'), value: median === null ? '–' : roughSpan(median) },
                { key: 'p95', label: t('p95'), value: p95 === null ? '–' : roughSpan(p95) },
                { key: 'waiting', label: t('waiting'), value: figure(String(waiting)) },
                {
                  key: 'overdue',
                  label: t('overdue'),
                  value: <span className={overdue > 0 ? 'text-danger' : undefined}>{figure(String(overdue))}</span>,
                },
              ]}
            />
          </Block>
          <Block title={t('refused')} text={t('refusedText')}>
            <FigureTable
              label={t('refused')}
              rows={reasons}
              rowKey={(reason) => reason}
              columns={[
                {
                  key: 'reason',
                  head: t('reason'),
                  start: true,
                  cell: (reason) => <span className="whitespace-normal">{t(`reasons.${reason}`)}</span>,
                },
                {
                  key: 'count',
                  head: t('count'),
                  cell: (reason) => rejected.find((one) => one.reason === reason)?.count ?? 0,
                },
              ]}
            />
          </Block>
        </div>
      )}
    </Loaded>
  )
}
