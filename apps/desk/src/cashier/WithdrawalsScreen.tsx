import { deskWithdrawals, type DeskWithdrawal } from '@truemark/protocol/routes/deskWallet'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useOpenRow, usePages } from '../data/lists.ts'
import { type Column, figureColumn, Heading, ListView, Notice, wholeRow } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { EscalatedBadge } from '../waiting/door.ts'
import { Age } from './Age.tsx'
import { OrderMarks } from './PayoutOrder.tsx'
import { PayoutSwitches } from './PayoutSwitches.tsx'
import type { Queue } from './QueueTabs.tsx'
import { WithdrawalSheet } from './WithdrawalSheet.tsx'
import { WithdrawalState } from './WithdrawalState.tsx'

const everyMs = 15_000

/** What people want paid out, what escalated first, against the deadline that they were promised. */
export function WithdrawalsScreen() {
  const t = useTranslations('desk.cashier')
  const chain = useTranslations('desk.chain')
  const payouts = useTranslations('desk.payouts')
  const [queue, setQueue] = useState<Queue | 'lost' | 'disputed'>('open')
  const read = (page: { limit: string; cursor?: string }) => call(deskWithdrawals, { query: { ...page, queue } })
  const list = usePages(['withdrawals', queue], read, { everyMs, csv: { list: deskWithdrawals, query: { queue } } })
  const [shown, setShown] = useOpenRow(list, ({ id }) => id)
  return (
    <>
      <Heading title={t('withdrawals')} text={t('withdrawalsExplained')} />
      <Notice>{t('noFee')}</Notice>
      <PayoutSwitches />
      <Tabs
        label={t('withdrawals')}
        value={queue}
        controls="withdrawals"
        items={(['open', 'done', 'lost', 'disputed'] as const).map((value) => ({
          value,
          label: value === 'lost' ? chain('lost') : t(value),
        }))}
        onValueChange={setQueue}
        className="mb-4"
      />
      {queue === 'lost' && <Notice>{payouts('lostExplained')}</Notice>}
      {queue === 'disputed' && <Notice>{t('disputedExplained')}</Notice>}
      <TabPanel id="withdrawals" tab={queue}>
        <ListView
          label={t('withdrawals')}
          list={list}
          columns={useColumns(list.readAt, setShown)}
          rowKey={(withdrawal) => withdrawal.id}
          empty={{ drawing: 'coins', title: t('nothing') }}
        />
      </TabPanel>
      {shown && <WithdrawalSheet key={shown.id} withdrawal={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function useColumns(now: number, onOpen: (withdrawal: DeskWithdrawal) => void): readonly Column<DeskWithdrawal>[] {
  const t = useTranslations('desk.cashier')
  const common = useTranslations('desk.common')
  const users = useTranslations('desk.users')
  const dateTime = useDateTime()
  return [
    {
      key: 'account',
      head: t('who'),
      cell: (one) => (
        <button type="button" className={`text-left break-all text-primary ${wholeRow}`} onClick={() => onOpen(one)}>
          {one.account || one.uid}
        </button>
      ),
    },
    figureColumn('amount', common('amount'), (one) => <Amount value={one.amount} unit={one.currency} />),
    { key: 'payee', head: t('payee'), cell: (one) => <span className="break-all">{shortPayee(one)}</span> },
    figureColumn('created', t('asked'), (one) => dateTime(one.created)),
    {
      key: 'age',
      head: t('deadline'),
      cell: (one) =>
        one.answer === 'missing' && one.answered !== null ? (
          <Age since={one.answered} now={now} />
        ) : one.status === 'paid' || one.status === 'rejected' || one.status === 'canceled' ? (
          '–'
        ) : (
          <span className="flex flex-wrap gap-1">
            <EscalatedBadge of={one} />
            <Age since={one.created} deadline={one.deadline} now={now} />
          </span>
        ),
    },
    {
      key: 'state',
      head: t('state'),
      cell: (one) => (
        <span className="flex flex-wrap gap-1">
          <WithdrawalState status={one.status} />
          <OrderMarks withdrawal={one} />
          {one.answer !== null && (
            <Badge tone={one.answer === 'missing' ? 'danger' : 'up'}>{t(`answers.${one.answer}`)}</Badge>
          )}
          {one.frozen !== null && <Badge tone="danger">{t('frozen')}</Badge>}
          {one.disabled && <Badge tone="warning">{users('disabled')}</Badge>}
        </span>
      ),
    },
  ]
}

// a list shows the ends of an address; the sheet, where it is decided, shows the whole of it
function shortPayee({ method, payee, network }: DeskWithdrawal): string {
  if (method === 'card' || payee.length <= 12) return payee
  return `${network} ${payee.slice(0, 6)}…${payee.slice(-4)}`
}
