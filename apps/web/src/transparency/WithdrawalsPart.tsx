import { useQuery } from '@tanstack/react-query'
import { withdrawalRejections } from '@truemark/core/wallet/rejections'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { withdrawalStatistics } from '@truemark/protocol/routes/transparency'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Block, FactList, FigureTable } from './Block.tsx'
import { useWritten } from './useWritten.ts'

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
      {({ ages, answers, days, paid, median, p95, waiting, overdue, deadline, rejected }) => (
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
                { label: t('paid'), value: figure(String(paid)) },
                { label: t('median'), value: median === null ? '–' : roughSpan(median) },
                { label: t('p95'), value: p95 === null ? '–' : roughSpan(p95) },
                { label: t('waiting'), value: figure(String(waiting)) },
                {
                  label: t('overdue'),
                  value: <span className={overdue > 0 ? 'text-danger' : undefined}>{figure(String(overdue))}</span>,
                },
              ]}
            />
          </Block>
          <Answers answers={answers} />
          {waiting > 0 && <Ages ages={ages} />}
          <Refused rejected={rejected} />
        </div>
      )}
    </Loaded>
  )
}

type Statistics = AnswerOf<typeof withdrawalStatistics>

/** What the owners of paid ones say. */
function Answers({ answers }: Pick<Statistics, 'answers'>) {
  const t = useTranslations('transparency.withdrawals')
  const { figure } = useWritten()
  const { confirmed, days, disputed, settled, unanswered } = answers
  return (
    <Block title={t('answers')} text={t('answersText', { days: String(days) })}>
      <FactList
        facts={[
          { label: t('confirmed'), value: figure(String(confirmed)) },
          {
            label: t('disputed'),
            value: <span className={disputed > settled ? 'text-danger' : undefined}>{figure(String(disputed))}</span>,
            ...(disputed === 0 ? {} : { note: t('settled', { count: String(settled) }) }),
          },
          { label: t('unanswered'), value: figure(String(unanswered)) },
        ]}
      />
    </Block>
  )
}

/** How old those are that wait. */
function Ages({ ages }: Pick<Statistics, 'ages'>) {
  const t = useTranslations('transparency.withdrawals')
  const { figure, span } = useWritten()
  return (
    <Block title={t('ages')}>
      <FactList
        facts={ages.map(({ until, count }, at) => ({
          key: String(until),
          label:
            until === null ? t('older', { span: span(ages[at - 1]?.until ?? 0) }) : t('younger', { span: span(until) }),
          value: figure(String(count)),
        }))}
      />
    </Block>
  )
}

function Refused({ rejected }: Pick<Statistics, 'rejected'>) {
  const t = useTranslations('transparency.withdrawals')
  return (
    <Block title={t('refused')} text={t('refusedText')}>
      <FigureTable
        label={t('refused')}
        rows={withdrawalRejections}
        rowKey={(reason) => reason}
        columns={[
          {
            head: t('reason'),
            start: true,
            cell: (reason) => <span className="whitespace-normal">{t(`reasons.${reason}`)}</span>,
          },
          {
            head: t('count'),
            cell: (reason) => rejected.find((one) => one.reason === reason)?.count ?? 0,
          },
        ]}
      />
    </Block>
  )
}
