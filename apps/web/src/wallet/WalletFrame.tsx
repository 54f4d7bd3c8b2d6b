import { Page } from '@truemark/ui/primitives/Page'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import { DemoBlocked, type DemoBlock } from '../identity/door.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { HeadLink } from '../parts/TextLink.tsx'
import type { Messages } from '../i18n/door.ts'
import { useWalletNews } from './walletQueries.ts'

export interface WalletFrameProps {
  title: keyof Messages['shell']['title']
  /** In place of the title's own text. */
  heading?: string
  /** What a demo account may not do here. */
  demo: DemoBlock
  /** Where the link at the end of the head leads, and what it is called. */
  leads?: { to: string; label: string }
  children: ReactNode
}

/** The frame of each screen of the wallet: its head, and what a demo account is told in its place. */
export function WalletFrame({ title, heading, demo, leads, children }: WalletFrameProps) {
  const shell = useTranslations('shell')
  const isDemo = useSession((state) => state.mode === 'demo')
  useWalletNews()
  return (
    <>
      <BackHeader
        title={heading ?? shell(`title.${title}`)}
        actions={!isDemo && leads && <HeadLink to={leads.to}>{leads.label}</HeadLink>}
      />
      {isDemo ? <DemoBlocked block={demo} /> : <Page width="panes">{children}</Page>}
    </>
  )
}
