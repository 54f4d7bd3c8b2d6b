import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

export interface HeadingProps {
  title: ReactNode
  /** One sentence on what is seen here. */
  text?: ReactNode
  /** The list that this page belongs to. */
  back?: { readonly to: '/users' | '/verifications' | '/support' | '/tickets' | '/contents'; readonly label: string }
  actions?: ReactNode
}

/** A title with what can be done at its end; on a narrow screen that stands below, after all of order 1. */
export function HeadRow({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="contents wide:flex wide:flex-wrap wide:items-center wide:justify-between wide:gap-x-4 wide:gap-y-3">
      {children}
      {actions !== undefined && (
        <div className="order-2 flex flex-wrap gap-2 empty:hidden max-wide:pt-2">{actions}</div>
      )}
    </div>
  )
}

/** The head of a page: its name, what it shows, what can be done. */
export function Heading({ title, text, back, actions }: HeadingProps) {
  return (
    <header className="flex flex-col gap-1 pb-5">
      {back && (
        <Link
          to={back.to}
          className="-ml-1 inline-flex min-h-11 items-center gap-1.5 self-start rounded-control px-1 text-14 text-secondary hover:text-text"
        >
          <ArrowLeft size={18} strokeWidth={1.5} aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <HeadRow actions={actions}>
        <h1 className="min-w-0 text-28 font-semibold break-words">{title}</h1>
      </HeadRow>
      {text !== undefined && <p className="order-1 max-w-[72ch] text-14 text-pretty text-secondary">{text}</p>}
    </header>
  )
}
