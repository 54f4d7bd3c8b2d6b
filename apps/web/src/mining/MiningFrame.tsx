import { Link } from '@tanstack/react-router'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { Page } from '@truemark/ui/primitives/Page'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { BackHeader } from '../parts/BackHeader.tsx'
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
  useMiningNews()
  return (
    <>
      <BackHeader
        name={title}
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
