import { TriangleAlert } from 'lucide-react'
import type { Stopped } from './useStopped.ts'

/** Beneath the header: why nothing new can be opened, and what still works. */
export function StoppedNotice({ stopped }: { stopped: Stopped | null }) {
  if (stopped === null) return null
  return (
    <output className="mx-4 my-2 flex gap-3 rounded-card bg-warning-soft p-3 text-14 text-warning">
      <TriangleAlert size={20} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      {stopped.text}
    </output>
  )
}
