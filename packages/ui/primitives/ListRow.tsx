import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { joined } from './joined.tsx'

/** The classes of a row that is a link or a button itself. */
export const rowClass =
  'feedback flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-raised active:bg-raised -outline-offset-2'

export interface ListRowProps {
  before?: ReactNode
  title: ReactNode
  note?: ReactNode
  value?: ReactNode
  valueNote?: ReactNode
  /** Shows that a press leads on. */
  leads?: boolean
  className?: string
}

/** What stands in a row: mark, title over note, value over note at the end. */
export function ListRowContent({ before, title, note, value, valueNote, leads = false, className }: ListRowProps) {
  return (
    <span className={joined('flex min-w-0 flex-1 items-center gap-3', className)}>
      {before !== undefined && <span className="shrink-0">{before}</span>}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="text-16 font-medium wrap-anywhere">{title}</span>
        {note !== undefined && <span className="text-12 text-quiet">{note}</span>}
      </span>
      {(value !== undefined || valueNote !== undefined) && (
        <span className="flex flex-col items-end text-right">
          {value !== undefined && <span className="text-16">{value}</span>}
          {valueNote !== undefined && <span className="text-12 text-quiet">{valueNote}</span>}
        </span>
      )}
      {leads && <ChevronRight size={18} strokeWidth={1.5} className="shrink-0 text-quiet" aria-hidden="true" />}
    </span>
  )
}
