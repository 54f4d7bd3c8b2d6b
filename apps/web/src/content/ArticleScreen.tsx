import { Page } from '@truemark/ui/primitives/Page'
import { Article } from './Article.tsx'
import { ContentHeader } from './ContentHeader.tsx'

/** Who runs this installation. */
export function AboutScreen() {
  return (
    <>
      <ContentHeader name="aboutUs" />
      <Page width="reading">
        <Article kind="aboutUs" />
      </Page>
    </>
  )
}

/** What was agreed to on registering. */
export function AgreementScreen() {
  return (
    <>
      <ContentHeader name="userAgreement" />
      <Page width="reading">
        <Article kind="userAgreement" />
      </Page>
    </>
  )
}
