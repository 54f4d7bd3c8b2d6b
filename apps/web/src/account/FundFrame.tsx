import { buttonClass } from '@truemark/ui/primitives/Button'
import { Page } from '@truemark/ui/primitives/Page'
import type { ReactNode } from 'react'
import { Link } from '../parts/router/Link.tsx'
import { BackHeader } from '../parts/BackHeader.tsx'

interface FundFrameProps {
  title: string
  /** Where the link at the end of the head leads, and what it is called. */
  leads?: { to: string; search?: Record<string, string>; label: string }
  children: ReactNode
}

/** The frame of the screens that move one's own money. */
export function FundFrame({ title, leads, children }: FundFrameProps) {
  return (
    <>
      <BackHeader
        title={title}
        actions={
          leads && (
            <Link
              to={leads.to}
              {...(leads.search ? { search: leads.search } : {})}
              className={`${buttonClass('quiet', true)} -mr-3 shrink-0 px-3`}
            >
              {leads.label}
            </Link>
          )
        }
      />
      <Page width="panes">{children}</Page>
    </>
  )
}
