import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFigure } from '../parts/useFigure.ts'
import { TableHead } from '../parts/TableHead.tsx'
import { useDateTime } from '../i18n/door.ts'
import { folded, type ShownRow } from './figures.ts'

interface RefundTableProps {
  rows: readonly ShownRow[]
  currency: string
  /** The row that holds now; none where nothing runs yet. */
  now?: number
}

const foldedRows = 6

/** What comes back on each day, if one goes out then: income that was paid, and principal. */
export function RefundTable({ rows, currency, now }: RefundTableProps) {
  const t = useTranslations('mining')
  const [all, showAll] = useState(false)
  const shown = all ? rows : folded(rows, foldedRows)
  const isFoldable = folded(rows, foldedRows).length < rows.length
  const isOpen = rows.some(({ incomeMin, incomeMax }) => incomeMin !== incomeMax)
  return (
    <section className="flex flex-col gap-2" aria-labelledby="refund-table">
      <h3 id="refund-table" className="text-14 font-medium">
        {t('table.title')}
      </h3>
      <table className="w-full text-14">
        <TableHead
          heads={[
            t('table.out'),
            t('table.income'),
            <Fragment key="principal">
              {t('table.principal')}
              <span className="block">{currency}</span>
            </Fragment>,
          ]}
        />
        <tbody>
          {shown.map((row) => (
            <Row key={row.daysPaid} row={row} isNow={row.daysPaid === now} isEnd={row === rows.at(-1)} />
          ))}
        </tbody>
      </table>
      {isFoldable && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => showAll(!all)}
          className="min-h-11 self-start rounded-control text-14 font-medium text-primary"
        >
          {t(all ? 'table.showLess' : 'table.showAll')}
        </button>
      )}
      {isOpen && <p className="text-12 text-quiet">{t('table.note')}</p>}
    </section>
  )
}

function Row({ row, isNow, isEnd }: { row: ShownRow; isNow: boolean; isEnd: boolean }) {
  const t = useTranslations('mining')
  const figure = useFigure()
  const dateTime = useDateTime()
  const { incomeMin, incomeMax } = row
  const income =
    incomeMin === incomeMax ? figure(incomeMin) : t('range', { min: figure(incomeMin), max: figure(incomeMax) })
  return (
    <tr className={isNow ? 'bg-primary-soft' : isEnd ? 'font-semibold' : undefined} aria-current={isNow || undefined}>
      <th scope="row" className="py-1.5 pr-2 text-left font-normal">
        <span className={isEnd ? 'block font-semibold' : 'block'}>
          {isEnd ? t('table.end') : row.daysPaid === 0 ? t('table.atOnce') : t('field.days', { days: row.daysPaid })}
        </span>
        {row.from > 0 && (
          <span className={`figures block text-12 ${isNow ? 'text-secondary' : 'text-quiet'}`}>
            {dateTime(row.from)}
          </span>
        )}
      </th>
      <td className="figures py-1.5 pl-2 text-right align-top text-secondary">{income}</td>
      <td className="figures py-1.5 pl-2 text-right align-top">{figure(row.refund)}</td>
    </tr>
  )
}
