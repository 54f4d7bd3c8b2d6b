import { joined } from '@truemark/ui/primitives/joined'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useWide } from './useWide.ts'

export interface Column<Row> {
  readonly key: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Figures stand at the end of their column. */
  readonly figures?: boolean
}

export interface DataTableProps<Row> {
  label: string
  /** The first names the row: it heads its card on a narrow screen. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  actions?: (row: Row) => ReactNode
}

/** The class of a link or button in a row that answers a press anywhere in the row. */
export const wholeRow = 'after:absolute after:inset-0 after:rounded-card hover:underline -outline-offset-2'

/** Rows as a table where there is room for one, else as a card each. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return useWide() ? <Table {...props} /> : <Cards {...props} />
}

function Table<Row>({ label, columns, rows, rowKey, actions }: DataTableProps<Row>) {
  const t = useTranslations('desk.common')
  return (
    <div className="overflow-x-auto rounded-card bg-surface">
      <table className="w-full text-14">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="hairline-b">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={joined(
                  'px-2 py-2.5 align-bottom desk:px-3 text-12 font-medium text-quiet first:pl-3 last:pr-3 desk:first:pl-4 desk:last:pr-4',
                  column.figures === true ? 'text-right' : 'text-left',
                )}
              >
                {column.head}
              </th>
            ))}
            {actions && (
              <th scope="col" className="px-3 py-2.5 pr-4">
                <span className="sr-only">{t('actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="feedback relative hairline-b last:shadow-none hover:bg-raised">
              {columns.map((column, place) => {
                const Cell = place === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={column.key}
                    {...(place === 0 ? { scope: 'row' } : {})}
                    className={joined(
                      'h-12 px-2 py-1.5 desk:px-3 first:pl-3 last:pr-3 desk:first:pl-4 desk:last:pr-4',
                      place === 0 ? 'font-medium' : undefined,
                      column.figures === true ? 'figures text-right whitespace-nowrap' : 'text-left',
                    )}
                  >
                    {column.cell(row)}
                  </Cell>
                )
              })}
              {actions && (
                <td className="py-1 pr-2 pl-3">
                  <div className="relative z-10 flex justify-end gap-1">{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards<Row>({ label, columns, rows, rowKey, actions }: DataTableProps<Row>) {
  const [first, ...rest] = columns
  return (
    <ul aria-label={label} className="grid gap-2 tablet:grid-cols-2">
      {rows.map((row) => (
        <li key={rowKey(row)} className="feedback relative flex flex-col gap-3 rounded-card bg-surface p-4">
          <div className="text-16 font-medium">{first?.cell(row)}</div>
          <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
            {rest.map((column) => (
              <div key={column.key} className="contents">
                <dt className="text-12 text-quiet">{column.head}</dt>
                <dd className={joined('min-w-0 text-right text-14 break-words', column.figures === true && 'figures')}>
                  {column.cell(row)}
                </dd>
              </div>
            ))}
          </dl>
          {actions && <div className="relative z-10 mt-auto flex flex-wrap gap-2">{actions(row)}</div>}
        </li>
      ))}
    </ul>
  )
}
