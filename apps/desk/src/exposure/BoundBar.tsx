import { joined } from '@truemark/ui/primitives/joined'
import { boundShare, nearness } from './bound.ts'

const fills = { calm: 'bg-primary', near: 'bg-warning', full: 'bg-danger' }

export interface BoundBarProps {
  label: string
  position: string
  positionMax: string
}

/** A position within its bound: from the middle to the left when short, to the right when long. */
export function BoundBar({ label, position, positionMax }: BoundBarProps) {
  const share = boundShare(position, positionMax)
  const short = position.startsWith('-')
  return (
    <span className="relative block h-1.5 w-full overflow-hidden rounded-full bg-overlay">
      <meter className="sr-only" aria-label={label} min={0} max={1_000} value={Math.min(1_000, share)} />
      <span
        className={joined('absolute inset-y-0', short ? 'right-1/2' : 'left-1/2', fills[nearness(share)])}
        style={{ width: `${Math.min(500, share / 2) / 10}%`, minWidth: share > 0 ? '2px' : undefined }}
      />
      <span className="absolute inset-y-0 left-1/2 w-px -translate-x-1/2 bg-quiet" />
    </span>
  )
}
