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
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="min-w-0 text-28 font-semibold break-words">{title}</h1>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {text !== undefined && <p className="max-w-[72ch] text-14 text-pretty text-secondary">{text}</p>}
    </header>
  )
}
