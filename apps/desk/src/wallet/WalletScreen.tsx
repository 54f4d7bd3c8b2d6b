import { useQuery } from '@tanstack/react-query'
import { deskWalletTerms } from '@truemark/protocol/routes/deskTreasury'
import { Button } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { Facts, Heading, LoadFailure, Notice } from '../table/door.ts'
import { Addresses } from './Addresses.tsx'
import { ExchangeTerms } from './ExchangeTerms.tsx'
import { Networks } from './Networks.tsx'
import { Services } from './Services.tsx'
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
  const mayWrite = useMay('desk_wallet_write')
  const names = useTermNames()
  const written = useWritten()
  const [editing, setEditing] = useState(false)
  const query = useQuery({ queryKey: ['walletTerms'], queryFn: () => call(deskWalletTerms, {}) })
  const { data: terms } = query
  const draft = terms && draftOf(terms)
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-20 font-semibold">{t('walletTerms.terms')}</h2>
        {mayWrite && terms && (
          <Button kind="secondary" onClick={() => setEditing(true)}>
            {t('deed.edit')}
          </Button>
        )}
      </div>
      {query.isPending && <Skeleton className="h-48 w-full rounded-card" />}
      {query.isError && !terms && <LoadFailure query={query} />}
      {draft && (
        <Card>
          <Facts
            facts={termNames.map((name) => ({
              name: names[name],
              value: <span className="figures">{written(name, draft[name])}</span>,
            }))}
          />
        </Card>
      )}
      {editing && terms && <TermsSheet terms={terms} onClose={() => setEditing(false)} />}
    </section>
  )
}
