import { LineDrawing } from '../marks/LineDrawing.tsx'
import { Button } from './Button.tsx'

export interface ErrorStateProps {
  /** What happened. */
  title: string
  /** Whether money moved, and what to do. */
  text: string
  retryLabel?: string
  onRetry?: () => void
}

/** Something failed: what, whether money moved, and what to do. */
export function ErrorState({ title, text, retryLabel, onRetry }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-[24rem] flex-col items-center gap-2 px-6 py-10 text-center text-balance"
    >
      <LineDrawing>
        <circle cx="56" cy="56" r="38" />
        <path d="m56 18-8 18 12 10-10 16 8 12-4 20M34 50h.1M78 50h.1" />
      </LineDrawing>
      <p className="pt-2 text-16 font-semibold">{title}</p>
      <p className="text-14 text-secondary">{text}</p>
      {onRetry && retryLabel !== undefined && (
        <Button kind="secondary" compact className="mt-3" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
