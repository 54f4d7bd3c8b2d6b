import { Link, useRouter } from '@tanstack/react-router'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { Page } from '@truemark/ui/primitives/Page'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import { AccountModeButton } from '../identity/door.ts'
import type { Messages } from '../reader/door.ts'
import { useWalletNews } from './walletQueries.ts'

/** What a demo account is told instead, by what it may not do. */
export type DemoBlock = 'demo_no_deposit' | 'demo_no_withdraw' | 'demo_no_addresses' | 'demo_no_cards'

export interface WalletFrameProps {
  title: keyof Messages['shell']['title']
  /** In place of the title's own text. */
  heading?: string
  demo: DemoBlock
  /** Where the link at the end of the head leads, and what it is called. */
  leads?: { to: string; label: string }
  children: ReactNode
}

/** The frame of each screen of the wallet: its head, and what a demo account is told in its place. */
export function WalletFrame({ title, heading, demo, leads, children }: WalletFrameProps) {
  const shell = useTranslations('shell')
  const router = useRouter()
  const isDemo = useSession((state) => state.mode === 'demo')
  useWalletNews()
  return (
    <>
      <PageHeader
        title={heading ?? shell(`title.${title}`)}
        onBack={() => router.history.back()}
        backLabel={shell('action.back')}
        actions={
          !isDemo &&
          leads && (
            <Link to={leads.to} className={`${buttonClass('quiet', true)} -mr-3 shrink-0 px-3`}>
              {leads.label}
            </Link>
          )
        }
      />
      {isDemo ? <DemoBlocked block={demo} /> : <Page width="panes">{children}</Page>}
    </>
  )
}

function DemoBlocked({ block }: { block: DemoBlock }) {
  const errors = useTranslations('errors')
  const title = useTranslations('shell.strip')
  return (
    <EmptyState
      drawing="shield"
      title={title('demo')}
      text={<span role="alert">{errors(block)}</span>}
      action={<AccountModeButton wide />}
    />
  )
}
