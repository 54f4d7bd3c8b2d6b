import { TriangleAlert } from 'lucide-react'

/** A risk in one sentence, before any rate or price is read. */
export function RiskLine({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-2.5 rounded-card bg-warning-soft px-4 py-3 text-14">
      <TriangleAlert size={18} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
      <span>{text}</span>
    </p>
  )
}
