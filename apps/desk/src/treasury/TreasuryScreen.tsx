import { useQuery } from '@tanstack/react-query'
import {
  deskReconciliations,
  deskTreasury,
  type HouseBalance,
  type ManualTotal,
  type Reconciliation,
} from '@truemark/protocol/routes/deskTreasury'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages, useWhole } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { type Column, figureColumn, Heading, ListView, Notice } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { ReconciliationNotice } from '../waiting/door.ts'
import { Assets } from './Assets.tsx'
import { EntrySheet } from './EntrySheet.tsx'
import { MoveSheet } from './MoveSheet.tsx'
import { ReconcileSheet } from './ReconcileSheet.tsx'

type Asked = 'move' | 'entry' | 'reconcile'

const readTreasury = () => call(deskTreasury, {})

/** The house's own money: its accounts, entries by hand, and what must lie outside against what is held there. */
export function TreasuryScreen() {
  const t = useTranslations('desk.treasury')
  const mayWrite = useMay('desk_wallet_write')
  const [asked, ask] = useState<Asked | null>(null)
  const owed = useQuery({ queryKey: ['treasury', 'all'], queryFn: readTreasury }).data?.owed_outside ?? []
  const close = () => ask(null)
  const actions = (
    <>
      <Button kind="secondary" onClick={() => ask('move')}>
        {t('move')}
      </Button>
      <Button kind="secondary" onClick={() => ask('entry')}>
        {t('entry')}
      </Button>
      <Button onClick={() => ask('reconcile')}>{t('reconcile')}</Button>
    </>
  )
  return (
    <>
      <Heading title={t('title')} text={t('explained')} actions={mayWrite ? actions : undefined} />
      <ReconciliationNotice />
      <Notice>{t('twoPeople')}</Notice>
      <div className="flex flex-col gap-8">
        <Balances />
        <Assets mayWrite={mayWrite} />
        <ManualTotals />
        <Reconciliations />
      </div>
      {asked === 'move' && <MoveSheet onClose={close} />}
      {asked === 'entry' && <EntrySheet onClose={close} />}
      {asked === 'reconcile' && <ReconcileSheet owed={owed} onClose={close} />}
    </>
  )
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-20 font-semibold">{title}</h2>
      {text !== undefined && <p className="max-w-[72ch] text-14 text-secondary">{text}</p>}
      {children}
    </section>
  )
}

function Balances() {
  const t = useTranslations('desk')
  const list = useWhole(['treasury', 'balances'], async () => (await readTreasury()).balances, {
    csv: { list: deskTreasury, of: 'balances' },
  })
  const columns: readonly Column<HouseBalance>[] = [
    { key: 'account', head: t('treasury.account'), cell: (row) => accountName(t, row.account) },
    {
      key: 'realm',
      head: t('common.realm'),
      cell: (row) => <Badge tone={row.realm === 'demo' ? 'plain' : 'primary'}>{t(`common.${row.realm}`)}</Badge>,
    },
    figureColumn('amount', t('common.amount'), (row) => <Amount value={row.amount} unit={row.currency} />),
  ]
  return (
    <Section title={t('treasury.balances')}>
      <ListView
        label={t('treasury.balances')}
        list={list}
        columns={columns}
        rowKey={(row) => `${row.realm} ${row.account} ${row.currency}`}
        empty={{ drawing: 'coins', title: t('treasury.noBalances') }}
      />
    </Section>
  )
}

function accountName(t: ReturnType<typeof useTranslations<'desk'>>, account: string): string {
  return t('treasury.accountName', { account })
}

function ManualTotals() {
  const t = useTranslations('desk.treasury')
  const list = useWhole(['treasury', 'manual'], async () => (await readTreasury()).manual, {
    csv: { list: deskTreasury, of: 'manual' },
  })
  const columns: readonly Column<ManualTotal>[] = [
    { key: 'currency', head: t('currency'), cell: (row) => row.currency },
    figureColumn('deposits', t('manualIn'), (row) => <Amount value={row.deposits} />),
    figureColumn('withdrawals', t('manualOut'), (row) => <Amount value={row.withdrawals} />),
    figureColumn('entries', t('entries'), (row) => row.entries),
  ]
  return (
    <Section title={t('manual')} text={t('manualExplained')}>
      <ListView
        label={t('manual')}
        list={list}
        columns={columns}
        rowKey={(row) => row.currency}
        empty={{ drawing: 'ledger', title: t('noManual') }}
      />
    </Section>
  )
}

function Reconciliations() {
  const t = useTranslations('desk.treasury')
  const dateTime = useDateTime()
  const list = usePages(['reconciliations'], (page) => call(deskReconciliations, { query: page }), {
    limit: '20',
    csv: { list: deskReconciliations },
  })
  const columns: readonly Column<Reconciliation>[] = [
    { key: 'time', head: t('time'), cell: (row) => dateTime(row.time) },
    {
      key: 'lines',
      head: t('difference'),
      cell: (row) => (
        <span className="flex flex-col gap-1">
          {row.lines.map((line) => (
            <span key={line.currency} className="figures">
              {line.stated} {line.currency}{' '}
              <Badge tone={line.difference === '0' ? 'up' : 'danger'}>{line.difference}</Badge>
            </span>
          ))}
        </span>
      ),
    },
    { key: 'by', head: t('signedBy'), cell: (row) => `${row.stated_by}, ${row.approved_by}` },
    { key: 'reason', head: t('note'), cell: (row) => <span className="break-words">{row.reason}</span> },
  ]
  return (
    <Section title={t('reconciliations')} text={t('reconcileExplained')}>
      <ListView
        label={t('reconciliations')}
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        empty={{ drawing: 'ledger', title: t('noReconciliations') }}
      />
    </Section>
  )
}
