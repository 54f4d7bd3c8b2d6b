import { Page } from '@truemark/ui/primitives/Page'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { BackHeader } from '../parts/BackHeader.tsx'
import { HeadLink } from '../parts/TextLink.tsx'
import type { Messages } from '../i18n/door.ts'
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
            <HeadLink to="/lockming/records" aria-label={shell('title.miningRecords')}>
              {home('records')}
            </HeadLink>
          )
        }
      />
      <Page width="panes">
        <MiningTexts>{children}</MiningTexts>
      </Page>
    </>
  )
}
