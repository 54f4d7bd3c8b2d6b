import type { ReactNode } from 'react'
import type { Column } from './DataTable.tsx'

/** A column of figures. */
export function figureColumn<Row>(key: string, head: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { key, head, cell, figures: true }
}
