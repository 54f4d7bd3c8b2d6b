import { Info } from 'lucide-react'
import type { ReactNode } from 'react'

/** A sentence that must be read before what stands below it. */
export function Notice({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="mb-4 flex gap-3 rounded-card bg-info-soft px-4 py-3">
      <Info size={20} strokeWidth={1.5} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
      <div className="flex min-w-0 flex-col text-14 text-secondary">
        {title !== undefined && <p className="font-medium text-text">{title}</p>}
        <p className="max-w-[72ch]">{children}</p>
      </div>
    </div>
  )
}
