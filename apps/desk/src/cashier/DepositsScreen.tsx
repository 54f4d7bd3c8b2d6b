import { deskDeposits, type DeskDeposit } from '@truemark/protocol/routes/deskWallet'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useOpenRow, usePages } from '../data/lists.ts'
import { type Column, figureColumn, Heading, ListView, wholeRow } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { EscalatedBadge } from '../waiting/door.ts'
import { Age } from './Age.tsx'
import { DepositMarks } from './DepositMarks.tsx'
import { DepositSheet } from './DepositSheet.tsx'
import { QueueTabs, type Queue } from './QueueTabs.tsx'

const everyMs = 15_000

/** What people say to have sent, until somebody has looked whether it came. */
export function DepositsScreen() {
  const t = useTranslations('desk.cashier')
  const [queue, setQueue] = useState<Queue>('open')
  const list = usePages(['deposits', queue], (page) => call(deskDeposits, { query: { ...page, queue } }), {
    everyMs,
    csv: { list: deskDeposits, query: { queue } },
  })
  const [shown, setShown] = useOpenRow(list, ({ id }) => id)
  return (
    <>
      <Heading title={t('deposits')} text={t('depositsExplained')} />
      <QueueTabs label={t('deposits')} queue={queue} onChange={setQueue}>
        <ListView
          label={t('deposits')}
          list={list}
          columns={useColumns(list.readAt, setShown)}
          rowKey={(deposit) => deposit.id}
          empty={{ drawing: 'coins', title: t('nothing') }}
        />
      </QueueTabs>
      {shown && <DepositSheet key={shown.id} deposit={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function useColumns(now: number, onOpen: (deposit: DeskDeposit) => void): readonly Column<DeskDeposit>[] {
  const t = useTranslations('desk.cashier')
  const common = useTranslations('desk.common')
  const dateTime = useDateTime()
  return [
    {
      key: 'account',
      head: t('who'),
      cell: (deposit) => (
        <button
          type="button"
          className={`text-left break-all text-primary ${wholeRow}`}
          onClick={() => onOpen(deposit)}
        >
          {deposit.account || deposit.uid}
        </button>
      ),
    },
    figureColumn('amount', common('amount'), (deposit) => <Amount value={deposit.amount} unit={deposit.currency} />),
    { key: 'network', head: common('network'), cell: (deposit) => deposit.network },
    { key: 'marks', head: t('marks'), cell: (deposit) => <DepositMarks deposit={deposit} /> },
    figureColumn('created', t('asked'), (deposit) => dateTime(deposit.created)),
    {
      key: 'state',
      head: t('state'),
      cell: (deposit) =>
        deposit.status === 'pending' ? (
          <span className="flex flex-wrap gap-1">
            <EscalatedBadge of={deposit} />
            <Age since={deposit.created} deadline={deposit.deadline} now={now} />
          </span>
        ) : (
          <Badge tone={deposit.status === 'completed' ? 'up' : 'plain'}>{t(`statuses.${deposit.status}`)}</Badge>
        ),
    },
  ]
}
