import { Page } from '@truemark/ui/primitives/Page'
import type { ReactNode } from 'react'
import { useSession } from '../data/session.ts'
import { DemoBlocked, type DemoBlock } from '../identity/door.ts'
import { BackHeader } from '../parts/BackHeader.tsx'

interface SecurityFrameProps {
  title: 'changePassword' | 'security' | 'accountAccess' | 'apiKeys'
  /** What a demo account is told here; not given where the screen is for it, too. */
  demo?: DemoBlock
  children: ReactNode
}

/** The frame of a screen that keeps an account safe. */
export function SecurityFrame({ title, demo, children }: SecurityFrameProps) {
  const isDemo = useSession((state) => state.mode === 'demo')
  return (
    <>
      <BackHeader name={title} />
      {isDemo && demo !== undefined ? <DemoBlocked block={demo} /> : <Page width="reading">{children}</Page>}
    </>
  )
}
