import { TriangleAlert } from 'lucide-react'

/** Beneath the header: why nothing new can be traded, and what still works; nothing where nothing stops it. */
export function StoppedNotice({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <output className="mx-4 my-2 flex gap-3 rounded-card bg-warning-soft p-3 text-14 text-warning">
      <TriangleAlert size={20} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      {text}
    </output>
  )
}
