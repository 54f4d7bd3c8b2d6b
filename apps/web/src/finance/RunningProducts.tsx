import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Amount } from '@truemark/ui/primitives/Amount'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useRunningRows } from '../products/door.ts'
import { CardSection } from '../parts/CardSection.tsx'
import { useAppearance, useDeadline } from '../i18n/door.ts'
import { FinanceTexts } from './FinanceTexts.tsx'
import { runningOf, type Running } from './running.ts'

const shownMax = 5

/** What runs in the wealth products with its next event; nothing where nothing runs. */
export function RunningProducts() {
  const rows = runningOf(useRunningRows())
  if (rows.length === 0) return null
  return (
    <FinanceTexts>
      <Rows rows={rows.slice(0, shownMax)} />
    </FinanceTexts>
  )
}

function Rows({ rows }: { rows: readonly Running[] }) {
  const t = useTranslations('finance')
  return (
    <CardSection title={t('running')}>
      <ul className="overflow-hidden rounded-card bg-surface">
        {rows.map((row) => (
          <li key={row.key} className="hairline-b last:shadow-none">
            <RunningRow row={row} />
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function RunningRow({ row }: { row: Running }) {
  const t = useTranslations('finance')
  const shell = useTranslations('shell.title')
  const deadline = useDeadline()
  const hidden = useAppearance((state) => state.amountsHidden)
  return (
    <Link to={row.to} search={{ id: row.key }} className={rowClass}>
      <ListRowContent
        before={<CoinMark code={row.currency} />}
        title={row.title}
        note={
          <span className="flex flex-col">
            <span className="text-14 text-secondary">
              {hidden ? '••••' : <Amount value={row.amount} unit={row.currency} decimalsMin={0} />}
            </span>
            <span className="figures">
              {row.nextAt === null ? shell(row.product) : t(`next.${row.product}`, { time: deadline(row.nextAt) })}
            </span>
          </span>
        }
        leads
      />
    </Link>
  )
}
