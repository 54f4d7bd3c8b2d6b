import { useQuery } from '@tanstack/react-query'
import { manualEntriesPublic } from '@truemark/protocol/routes/transparency'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime } from '../i18n/door.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Block, FigureTable } from './Block.tsx'
import { OperatorsPart, PeriodsPart } from './PeopleParts.tsx'
import { StaffPart } from './StaffPart.tsx'

/** By how many people changes are approved, what was entered by hand, and what nobody here can do. */
export function ApprovalsPart() {
  const t = useTranslations('transparency.approvals')
  const shell = useTranslations('shell.label')
  const dateTime = useDateTime()
  const query = useQuery({ queryKey: ['transparency', 'manual'], queryFn: () => call(manualEntriesPublic, {}) })
  return (
    <Loaded query={query}>
      {({ single_operator: alone, totals, reconciled }) => (
        <div className="flex flex-col gap-10">
          <div className="flex flex-col items-start gap-2 rounded-card bg-surface p-4">
            {alone ? <Badge tone="warning">{shell('singleOperator')}</Badge> : <Badge tone="up">{t('two')}</Badge>}
            <p className="max-w-[72ch] text-14 text-secondary">{alone ? t('aloneText') : t('twoText')}</p>
            <p className="figures text-14">
              {reconciled === null ? t('neverReconciled') : t('reconciled', { time: dateTime(reconciled) })}
            </p>
          </div>
          <PeriodsPart />
          <OperatorsPart />
          <StaffPart />
          <Block title={t('cannot')}>
            <ul className="flex flex-col overflow-hidden rounded-card bg-surface text-14">
              {(['outcome', 'price', 'balance', 'terms', 'log'] as const).map((name) => (
                <li key={name} className="px-4 py-3 hairline-b last:shadow-none">
                  {t(`nobody.${name}`)}
                </li>
              ))}
            </ul>
          </Block>
          <Block title={t('manual')} text={t('manualText')}>
            {totals.length === 0 ? (
              <p className="text-14 text-secondary">{t('noManual')}</p>
            ) : (
              <FigureTable
                label={t('manual')}
                rows={totals}
                rowKey={({ currency }) => currency}
                columns={[
                  { head: t('currency'), start: true, cell: ({ currency }) => currency },
                  {
                    head: t('deposits'),
                    cell: ({ deposits }) => <Amount value={deposits} decimalsMin={0} />,
                  },
                  {
                    head: t('withdrawals'),
                    cell: ({ withdrawals }) => <Amount value={withdrawals} decimalsMin={0} />,
                  },
                  { head: t('count'), cell: ({ entries }) => entries },
                ]}
              />
            )}
          </Block>
        </div>
      )}
    </Loaded>
  )
}
