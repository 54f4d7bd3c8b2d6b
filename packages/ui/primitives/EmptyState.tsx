import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from '../marks/Drawing.tsx'

export interface EmptyStateProps {
  drawing: DrawingName
  /** What will be here. */
  title: string
  text?: ReactNode
  /** The one next step. */
  action?: ReactNode
}

/** An empty screen or list: says what will be here and offers one next step. */
export function EmptyState({ drawing, title, text, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-[24rem] flex-col items-center gap-2 px-6 py-10 text-center text-balance">
      <Drawing name={drawing} />
      <p className="pt-2 text-16 font-semibold">{title}</p>
      {text !== undefined && <p className="text-14 text-secondary">{text}</p>}
      {action !== undefined && <div className="pt-3">{action}</div>}
    </div>
  )
}
