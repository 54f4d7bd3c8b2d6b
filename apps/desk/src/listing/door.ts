// How lists and pages look, for every slice that shows some.
export { DataTable, wholeRow, type Column } from './DataTable.tsx'
export { Facts } from './Facts.tsx'
export { Filters, SearchField } from './Filters.tsx'
export { Heading } from './Heading.tsx'
export { ListFrame, ListView, RowsSkeleton, TableSkeleton } from './ListView.tsx'
export { LoadFailure } from './LoadFailure.tsx'
export { Notice } from './Notice.tsx'
export { RowButton } from './RowButton.tsx'
