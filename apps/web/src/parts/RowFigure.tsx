import { joined } from '@truemark/ui/primitives/joined'
import type { ReactNode } from 'react'

/** A figure of a row beneath what it is: at the row's end on a narrow screen where it stands last in its line. */
export function RowFigure({ label, end = false, children }: { label: string; end?: boolean; children: ReactNode }) {
  return (
    <div className={joined('flex min-w-0 flex-col @3xl:items-end @3xl:text-right', end && 'items-end text-right')}>
      <span className="text-12 text-quiet">{label}</span>
      <span className="text-14">{children}</span>
    </div>
  )
}
