import { useRouter } from '@tanstack/react-router'
import { Page } from '@truemark/ui/primitives/Page'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import { useTranslations } from 'use-intl'
import { CloseCard } from './CloseCard.tsx'
import { CopyCard } from './CopyCard.tsx'
import { LeavingTexts } from './texts.tsx'

/** All that is kept about an account, to take along, and the way out. */
export function YourDataScreen() {
  const shell = useTranslations('shell')
  const router = useRouter()
  return (
    <>
      <PageHeader
        title={shell('title.yourData')}
        onBack={() => router.history.back()}
        backLabel={shell('action.back')}
      />
      <Page width="reading">
        <LeavingTexts>
          <div className="flex flex-col gap-4 pt-2">
            <CopyCard />
            <CloseCard />
          </div>
        </LeavingTexts>
      </Page>
    </>
  )
}
