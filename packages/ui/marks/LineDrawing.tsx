import type { ReactNode } from 'react'

/** The frame of a line drawing of ours: one stroke width, one colour. */
export function LineDrawing({ size = 112, children }: { size?: number; children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 112 112"
      width={size}
      height={size}
      fill="none"
      stroke="var(--primary)"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}
