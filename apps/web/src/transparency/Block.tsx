import { Check, X } from 'lucide-react'
import { createContext, useContext, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useShape } from '../i18n/door.ts'

/** What the blocks below are of, where a page has the same ones twice: whoever hears their names is told it too. */
export const BlockScope = createContext('')

/** A part of a page under its own heading. */
export function Block({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const scope = useContext(BlockScope)
  return (
    <section aria-label={scope === '' ? title : `${title} · ${scope}`} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h2 className="text-20 font-semibold">{title}</h2>
        {text !== undefined && <p className="max-w-[72ch] text-14 text-secondary">{text}</p>}
      </div>
      {children}
    </section>
  )
}

export interface FactRow {
  /** No other of the same list bears it. */
  readonly label: string
  readonly value: ReactNode
  readonly note?: ReactNode
}

/** Names and values, one below the other. */
export function FactList({ facts }: { facts: readonly FactRow[] }) {
  return (
    <dl className="overflow-hidden rounded-card bg-surface">
      {facts.map(({ label, value, note }) => (
        <div
          key={label}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-4 py-3 text-14 hairline-b last:shadow-none"
        >
          <dt className="min-w-0 text-secondary">{label}</dt>
          <dd className="figures ml-auto text-right font-medium">{value}</dd>
          {note !== undefined && <dd className="basis-full text-12 text-quiet">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

export interface Finding {
  readonly key: string
  /** Null where it cannot be told. */
  readonly holds: boolean | null
  readonly text: ReactNode
}

/** What this browser has reckoned anew, each with whether it holds. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const t = useTranslations('transparency.check')
  return (
    <ul className="flex flex-col overflow-hidden rounded-card bg-surface">
      {findings.map(({ key, holds, text }) => (
        <li key={key} className="flex items-start gap-3 px-4 py-3 text-14 hairline-b last:shadow-none">
          <Mark holds={holds} />
          <span className="min-w-0 flex-1">
            <span className="sr-only">{holds === null ? t('untold') : holds ? t('holds') : t('fails')}: </span>
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Mark({ holds }: { holds: boolean | null }) {
  const look = 'mt-px grid size-5 shrink-0 place-items-center rounded-full'
  if (holds === null) return <span aria-hidden="true" className={`${look} bg-raised text-quiet`} />
  if (holds) {
    return (
      <span aria-hidden="true" className={`${look} bg-primary-soft text-primary`}>
        <Check size={14} strokeWidth={2.5} />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className={`${look} bg-danger-soft text-danger`}>
      <X size={14} strokeWidth={2.5} />
    </span>
  )
}

/** A long digest: whole, in small letters that break anywhere. */
export function Digest({ hex }: { hex: string }) {
  return <code className="figures text-12 leading-normal break-all text-secondary">{hex}</code>
}

export interface TableColumn<Row> {
  /** No other of the same table bears it. */
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  readonly start?: boolean
}

interface FigureTableProps<Row> {
  label: string
  /** The first names the row: it heads its card on a phone. */
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** The columns that fit the smallest phone. */
const phoneColumnsMax = 3

/** Rows as a table where there is room for one, else each as a card. */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  return useShape() === 'phone' && props.columns.length > phoneColumnsMax ? <Cards {...props} /> : <Table {...props} />
}

function Cards<Row>({ label, columns, rows, rowKey }: FigureTableProps<Row>) {
  const [first, ...rest] = columns
  return (
    <ul aria-label={label} className="overflow-hidden rounded-card bg-surface">
      {rows.map((row) => (
        <li key={rowKey(row)} className="flex flex-col gap-1.5 px-4 py-3 hairline-b last:shadow-none">
          <span className="figures text-16 font-medium">{first?.cell(row)}</span>
          <dl className="flex flex-col gap-1 text-14">
            {rest.map(({ head, cell }) => (
              <div key={head} className="flex items-baseline justify-between gap-4">
                <dt className="text-quiet">{head}</dt>
                <dd className="figures min-w-0 text-right break-words">{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Table<Row>({ label, columns, rows, rowKey }: FigureTableProps<Row>) {
  return (
    <div className="overflow-hidden rounded-card bg-surface">
      <table className="figures w-full text-14">
        <caption className="sr-only">{label}</caption>
        <thead className="text-12 text-quiet">
          <tr className="hairline-b">
            {columns.map(({ head, start }) => (
              <th
                key={head}
                scope="col"
                className={`px-3 py-2.5 align-bottom font-normal first:pl-4 last:pr-4 ${start ? 'text-left' : 'text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="hairline-b last:shadow-none">
              {columns.map(({ head, cell, start }) => (
                <td key={head} className={`px-3 py-2 first:pl-4 last:pr-4 ${start ? 'text-left' : 'text-right'}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
