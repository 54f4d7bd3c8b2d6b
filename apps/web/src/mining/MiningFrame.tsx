import { Link, useRouter } from '@tanstack/react-router'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { Page } from '@truemark/ui/primitives/Page'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Messages } from '../reader/door.ts'
import { useMiningNews } from './miningQueries.ts'
import { MiningTexts } from './MiningTexts.tsx'

export interface MiningFrameProps {
  title: keyof Messages['shell']['title']
  /** Whether the head leads to the records. */
  leads?: boolean
  children: ReactNode
}

/** The frame of each screen of locked mining. */
export function MiningFrame({ title, leads = false, children }: MiningFrameProps) {
  const shell = useTranslations('shell')
  const home = useTranslations('home')
  const router = useRouter()
  useMiningNews()
  return (
    <>
      <PageHeader
        title={shell(`title.${title}`)}
        onBack={() => router.history.back()}
        backLabel={shell('action.back')}
        actions={
          leads && (
            <Link
              to="/lockming/records"
              aria-label={shell('title.miningRecords')}
              className={`${buttonClass('quiet', true)} -mr-3 shrink-0 px-3`}
            >
              {home('records')}
            </Link>
          )
        }
      />
      <Page width="panes">
        <MiningTexts>{children}</MiningTexts>
      </Page>
    </>
  )
}
