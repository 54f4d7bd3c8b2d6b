import type { ReactNode } from 'react'

/** A label and its figure at the end of the line. */
export function Line({ label, strong = false, children }: { label: ReactNode; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-quiet">{label}</dt>
      <dd className={strong ? 'text-right font-semibold text-text' : 'text-right text-secondary'}>{children}</dd>
    </div>
  )
}
