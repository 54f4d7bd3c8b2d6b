import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { staffPublic } from '@truemark/protocol/routes/staff'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime } from '../i18n/door.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Block, FactList, FigureTable } from './Block.tsx'
import { useWritten } from './useWritten.ts'

type Staff = AnswerOf<typeof staffPublic>

/** Which customer accounts belong to those who work at the desk, who has declared theirs, and what they traded. */
export function StaffPart() {
  const t = useTranslations('transparency.staff')
  const query = useQuery({ queryKey: ['transparency', 'staff'], queryFn: () => call(staffPublic, {}) })
  return (
    <Block title={t('title')} text={t('text')}>
      <Loaded query={query}>{(data) => <Accounts staff={data} />}</Loaded>
    </Block>
  )
}

function Accounts({ staff: { operators, accounts, volume } }: { staff: Staff }) {
  const t = useTranslations('transparency.staff')
  const { figure } = useWritten()
  return (
    <>
      <ul aria-label={t('title')} className="overflow-hidden rounded-card bg-surface">
        {operators.map((one) => (
          <OperatorRow key={one.operator} one={one} />
        ))}
      </ul>
      <FactList facts={[{ label: t('tagged'), value: figure(String(accounts)) }]} />
      {volume.length === 0 ? (
        <p className="text-14 text-secondary">{t('noVolume')}</p>
      ) : (
        <>
          <FigureTable
            label={t('volume')}
            rows={volume}
            rowKey={({ product, currency }) => `${product} ${currency}`}
            columns={[
              { head: t('product'), start: true, cell: ({ product }) => t(`products.${product}`) },
              { head: t('trades'), cell: ({ trades }) => figure(String(trades)) },
              {
                head: t('notional'),
                cell: ({ notional, currency }) => <Amount value={notional} unit={currency} decimalsMin={0} />,
              },
            ]}
          />
          <p className="text-14 text-secondary">{t('counted')}</p>
        </>
      )}
    </>
  )
}

function OperatorRow({ one: { operator, role, declared, accounts, since } }: { one: Staff['operators'][number] }) {
  const t = useTranslations('transparency')
  const dateTime = useDateTime()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 hairline-b last:shadow-none">
      <span className="text-16 font-medium">
        {t('people.operator', { number: String(operator) })}
        <span className="font-normal text-secondary"> · {t(`people.role.${role}`)}</span>
      </span>
      {declared === 'undeclared' ? (
        <Badge tone="warning">{t('staff.undeclared')}</Badge>
      ) : (
        <span className="figures text-14 text-secondary">
          {declared === 'none' ? t('staff.none') : t('staff.accounts', { count: accounts })}
          {since !== null && ` · ${dateTime(since)}`}
        </span>
      )}
    </li>
  )
}
