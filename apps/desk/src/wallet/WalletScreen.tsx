import { useQuery } from '@tanstack/react-query'
import { deskWalletTerms } from '@truemark/protocol/routes/deskTreasury'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { Heading, Notice } from '../table/door.ts'
import { Addresses } from './Addresses.tsx'
import { ExchangeTerms } from './ExchangeTerms.tsx'
import { Networks } from './Networks.tsx'
import { Services } from './Services.tsx'
import { TermFacts, TermsSection } from './TermsSection.tsx'
import { TermsSheet } from './TermsSheet.tsx'
import { useTermNames, useWritten } from './termWords.ts'
import { draftOf, termNames } from './terms.ts'

/** What deposits and withdrawals cost, how much of them is allowed, and on which networks they come and go. */
export function WalletScreen() {
  const t = useTranslations('desk')
  return (
    <>
      <Heading title={t('walletTerms.title')} text={t('walletTerms.explained')} />
      <Notice>{t('walletTerms.twoPeople')}</Notice>
      <div className="flex flex-col gap-8">
        <Terms />
        <ExchangeTerms />
        <Services />
        <Networks />
        <Addresses />
      </div>
    </>
  )
}

function Terms() {
  const t = useTranslations('desk')
  const names = useTermNames()
  const written = useWritten()
  const query = useQuery({ queryKey: ['walletTerms'], queryFn: () => call(deskWalletTerms, {}) })
  return (
    <TermsSection
      title={t('walletTerms.terms')}
      query={query}
      sheet={(terms, onClose) => <TermsSheet terms={terms} onClose={onClose} />}
    >
      {(terms) => {
        const draft = draftOf(terms)
        return <TermFacts facts={termNames.map((name) => [names[name], written(name, draft[name])])} />
      }}
    </TermsSection>
  )
}
