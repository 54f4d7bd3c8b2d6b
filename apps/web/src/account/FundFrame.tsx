import { Link, useRouter } from '@tanstack/react-router'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { Page } from '@truemark/ui/primitives/Page'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

interface FundFrameProps {
  title: string
  /** Where the link at the end of the head leads, and what it is called. */
  leads?: { to: string; search?: Record<string, string>; label: string }
  children: ReactNode
}

/** The frame of the screens that move one's own money. */
export function FundFrame({ title, leads, children }: FundFrameProps) {
  const shell = useTranslations('shell.action')
  const router = useRouter()
  return (
    <>
      <PageHeader
        title={title}
        onBack={() => router.history.back()}
        backLabel={shell('back')}
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
