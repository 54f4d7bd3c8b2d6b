import { useRouter } from '@tanstack/react-router'
import { Page } from '@truemark/ui/primitives/Page'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import { DemoBlocked, type DemoBlock } from '../identity/door.ts'

interface SecurityFrameProps {
  title: 'changePassword' | 'security' | 'accountAccess' | 'apiKeys'
  /** What a demo account is told here; not given where the screen is for it, too. */
  demo?: DemoBlock
  children: ReactNode
}

/** The frame of a screen that keeps an account safe. */
export function SecurityFrame({ title, demo, children }: SecurityFrameProps) {
  const shell = useTranslations('shell')
  const router = useRouter()
  const isDemo = useSession((state) => state.mode === 'demo')
  return (
    <>
      <PageHeader
        title={shell(`title.${title}`)}
        onBack={() => router.history.back()}
        backLabel={shell('action.back')}
      />
      {isDemo && demo !== undefined ? <DemoBlocked block={demo} /> : <Page width="reading">{children}</Page>}
    </>
  )
}
