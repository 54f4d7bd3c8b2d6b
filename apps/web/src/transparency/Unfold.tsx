import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** What opens below its name, as a link that says so by its arrow. */
export function Unfold({ name, children }: { name: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 text-14 font-medium text-primary [&::-webkit-details-marker]:hidden">
        {name}
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" className="feedback group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
