import { useQuery } from '@tanstack/react-query'
import type { Record as LedgerLine } from '@truemark/protocol/routes/account'
import { deskUserRecords } from '@truemark/protocol/routes/deskTreasury'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { type Column, DataTable, ExportButton, figureColumn, LoadFailure, TableSkeleton } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'

const linesShown = '100'

/** The last lines of a user's ledger, read once somebody asks for them: each reading stands in the audit log. */
export function UserLedger({ uid }: { uid: string }) {
  const t = useTranslations('desk.users')
  const [asked, setAsked] = useState(false)
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-20 font-semibold">{t('ledger')}</h2>
      {asked ? (
        <Lines uid={uid} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button kind="secondary" compact onClick={() => setAsked(true)}>
            {t('ledgerShow')}
          </Button>
          <span className="text-12 text-quiet">{t('ledgerLogged')}</span>
        </div>
      )}
    </section>
  )
}

function Lines({ uid }: { uid: string }) {
  const t = useTranslations('desk.users')
  const query = useQuery({
    queryKey: ['ledger', uid],
    queryFn: () => call(deskUserRecords, { params: { id: uid }, query: { limit: linesShown } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const columns = useColumns()
  if (query.isPending) return <TableSkeleton rows={5} />
  if (query.isError) return <LoadFailure query={query} />
  const { items } = query.data
  if (items.length === 0) return <p className="text-14 text-secondary">{t('noLedger')}</p>
  return (
    <>
      <DataTable label={t('ledger')} columns={columns} rows={items} rowKey={(line) => line.id} />
      <ExportButton csv={{ list: deskUserRecords, params: { id: uid } }} />
    </>
  )
}

function useColumns(): readonly Column<LedgerLine>[] {
  const t = useTranslations('desk.users')
  const dateTime = useDateTime()
  return [
    { key: 'date', head: t('time'), cell: (line) => <span className="figures">{dateTime(line.date)}</span> },
    { key: 'category', head: t('category'), cell: (line) => <code className="text-12">{line.category}</code> },
    { key: 'account', head: t('account'), cell: (line) => t('accountKind', { kind: line.type }) },
    figureColumn('amount', t('amount'), (line) => <Amount value={line.amount} unit={line.currency} />),
    figureColumn('balance', t('balanceAfter'), (line) => <Amount value={line.balance} />),
  ]
}
