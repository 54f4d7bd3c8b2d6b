import { deskChain, type ChainPayment, type ChainQueueName } from '@truemark/protocol/routes/deskChain'
import { Amount } from '@truemark/ui/primitives/Amount'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useOpenRow, usePages } from '../data/lists.ts'
import { useDateTime } from '../i18n/door.ts'
import { type Column, figureColumn, Heading, ListView, wholeRow } from '../table/door.ts'
import { ChainMarks } from './ChainMarks.tsx'
import { PaymentSheet } from './PaymentSheet.tsx'

const everyMs = 10_000
const queues = ['waiting', 'held', 'lost', 'done'] as const

/** What networks show to have come, with its confirmations; and what a machine left to people. */
export function ChainScreen() {
  const t = useTranslations('desk.chain')
  const [queue, setQueue] = useState<ChainQueueName>('waiting')
  const list = usePages(['chainPayments', queue], (page) => call(deskChain, { query: { ...page, queue } }), {
    everyMs,
    csv: { list: deskChain, query: { queue } },
  })
  const [shown, setShown] = useOpenRow(list, ({ id }) => id)
  return (
    <>
      <Heading title={t('title')} text={t('explained')} />
      <Tabs
        label={t('title')}
        value={queue}
        controls="payments"
        items={queues.map((value) => ({ value, label: t(value) }))}
        onValueChange={setQueue}
        className="mb-4"
      />
      <TabPanel id="payments" tab={queue}>
        <ListView
          label={t('title')}
          list={list}
          columns={useColumns(setShown)}
          rowKey={(payment) => payment.id}
          empty={{ drawing: 'coins', title: t('nothing') }}
        />
      </TabPanel>
      {shown && <PaymentSheet key={shown.id} payment={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function useColumns(onOpen: (payment: ChainPayment) => void): readonly Column<ChainPayment>[] {
  const t = useTranslations('desk.chain')
  const common = useTranslations('desk.common')
  const dateTime = useDateTime()
  return [
    {
      key: 'account',
      head: t('who'),
      cell: (payment) => (
        <button
          type="button"
          className={`text-left break-all text-primary ${wholeRow}`}
          onClick={() => onOpen(payment)}
        >
          {payment.account || payment.uid || t('nobody')}
        </button>
      ),
    },
    figureColumn('amount', common('amount'), ({ amount, currency }) => <Amount value={amount} unit={currency} />),
    { key: 'network', head: common('network'), cell: ({ network }) => network },
    figureColumn('confirmations', t('confirmations'), ({ confirmations, needed }) =>
      t('ofNeeded', { count: String(confirmations), needed: String(needed) }),
    ),
    { key: 'state', head: t('state'), cell: (payment) => <ChainMarks payment={payment} /> },
    figureColumn('created', t('seen'), ({ created }) => dateTime(created)),
  ]
}
