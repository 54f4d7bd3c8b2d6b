import type { ReactNode } from 'react'
import { Link } from '../parts/router/Link.tsx'

/** Something to know before one goes on, with where it leads. */
export function Notice({ children, to, link }: { children: ReactNode; to?: string; link?: string }) {
  return (
    <output className="flex flex-col items-start gap-1 rounded-card bg-warning-soft px-4 py-3 text-14 text-text">
      <span>{children}</span>
      {to !== undefined && (
        <Link
          to={to}
          className="-my-1 inline-flex min-h-11 items-center rounded-control font-medium text-text underline underline-offset-2"
        >
          {link}
        </Link>
      )}
    </output>
  )
}
