import type { ReactNode } from 'react'
import { joined } from './joined.tsx'

export type BadgeTone = 'plain' | 'primary' | 'up' | 'down' | 'warning' | 'danger' | 'info'

const tones: Record<BadgeTone, string> = {
  plain: 'bg-raised text-secondary',
  primary: 'bg-primary-soft text-primary',
  up: 'bg-up-soft text-up',
  down: 'bg-down-soft text-down',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}

/** A word that labels what it stands beside: "Simulated", "Closed", "Demo". */
export function Badge({
  tone = 'plain',
  children,
  className,
}: {
  tone?: BadgeTone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={joined(
        'inline-flex min-h-5 items-center gap-1 rounded-chip px-1.5 text-12 font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
