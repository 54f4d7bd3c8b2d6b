import { Page } from '@truemark/ui/primitives/Page'
import { BackHeader } from '../parts/BackHeader.tsx'
import { CloseCard } from './CloseCard.tsx'
import { CopyCard } from './CopyCard.tsx'
import { LeavingTexts } from './texts.tsx'

/** All that is kept about an account, to take along, and the way out. */
export function YourDataScreen() {
  return (
    <>
      <BackHeader name="yourData" />
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
