import { Link } from '@tanstack/react-router'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import type { ReactNode } from 'react'

export interface TileProps {
  to: '/markets' | '/exposure' | '/deposits' | '/withdrawals' | '/verifications' | '/treasury'
  label: string
  /** Undefined while it is on its way. */
  value: ReactNode
  note?: ReactNode
}

/** One figure, and the page that it is of. */
export function Tile({ to, label, value, note }: TileProps) {
  return (
    <Link
      to={to}
      className="feedback flex min-w-0 flex-col gap-1 rounded-card bg-surface p-3.5 break-words hover:bg-raised"
    >
      <span className="text-12 text-secondary tablet:text-14">{label}</span>
      <span className="figures text-20 font-semibold tablet:text-28">{value ?? <Skeleton className="h-8 w-20" />}</span>
      <span className="text-12 text-quiet">{note || '\u00A0'}</span>
    </Link>
  )
}
