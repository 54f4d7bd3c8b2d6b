import { exchanges, transfers, type ExchangeOrder, type TransferView } from '@truemark/protocol/routes/account'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useTranslations } from 'use-intl'
import { useNavigate, useSearch } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { usePages } from '../data/usePages.ts'
import { AmountLine, Line, TimeLine } from '../parts/Line.tsx'
import { percentOf } from '../parts/percentOf.ts'
import { RecordPages } from '../parts/RecordPages.tsx'
import { LinkButton } from '../parts/TextLink.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { EvidenceLink } from '../transparency/door.ts'
import { recordCardClass, useMeantRecord } from '../wallet/door.ts'
import { FundFrame } from './FundFrame.tsx'
import { fundsKey } from './fundQueries.ts'

const tabs = ['exchanges', 'transfers'] as const

/** Every exchange and every transfer, newest first; `?tab=` names one of the two, `?id=` the one that is meant. */
export function FundHistoryScreen() {
  const t = useTranslations('funds.history')
  const shell = useTranslations('shell.title')
  const search = useSearch()
  const meant = useMeantRecord()
  const navigate = useNavigate()
  const tab = tabs.find((each) => each === search['tab']) ?? 'exchanges'
  const show = (next: typeof tab) =>
    void navigate({ to: '/fund/transfer_history', search: { tab: next }, replace: true })
  const one = { meant, onAll: meant === '' ? undefined : () => show(tab) }
  return (
    <FundFrame title={shell('transferHistory')}>
      <div className="flex flex-col gap-4">
        <Tabs
          label={shell('transferHistory')}
          value={tab}
          items={tabs.map((value) => ({ value, label: t(value) }))}
          controls="history"
          onValueChange={show}
        />
        <TabPanel id="history" tab={tab}>
          {tab === 'transfers' ? <Transfers {...one} /> : <Exchanges {...one} />}
        </TabPanel>
      </div>
    </FundFrame>
  )
}

interface HistoryProps {
  meant: string
  /** Leads from the one that is meant to all of them. */
  onAll: (() => void) | undefined
}

function Transfers({ meant, onAll }: HistoryProps) {
  const t = useTranslations('funds.history')
  const query = usePages([...fundsKey, 'transfers', meant], (page) =>
    call(transfers, { query: meant === '' ? page : { id: meant } }),
  )
  return (
    <RecordPages
      query={query}
      emptyTitle={t('transfersEmptyTitle')}
      emptyText={t('transfersEmptyText')}
      onAll={onAll}
      action={<LinkButton to="/fund/fundTransfer">{t('makeTransfer')}</LinkButton>}
    >
      {(transfer) => <TransferCard key={transfer.id} transfer={transfer} meant={transfer.id === meant} />}
    </RecordPages>
  )
}

function TransferCard({ transfer, meant }: { transfer: TransferView; meant: boolean }) {
  const t = useTranslations('funds.history')
  const account = useTranslations('account.assets')
  return (
    <li className={recordCardClass(meant)} aria-current={meant || undefined}>
      <Amount value={transfer.amount} unit={transfer.currency} decimalsMax={6} className="text-16 font-medium" />
      <dl className="flex flex-col gap-1 text-14">
        <Line label={t('from')}>{account(transfer.from)}</Line>
        <Line label={t('to')}>{account(transfer.to)}</Line>
        <Line label={t('transferId')}>
          <span className="figures break-all">{transfer.id}</span>
        </Line>
        <TimeLine label={t('time')} at={transfer.time} />
      </dl>
    </li>
  )
}

function Exchanges({ meant, onAll }: HistoryProps) {
  const t = useTranslations('funds.history')
  const query = usePages([...fundsKey, 'exchanges', meant], (page) =>
    call(exchanges, { query: meant === '' ? page : { id: meant } }),
  )
  return (
    <RecordPages
      query={query}
      emptyTitle={t('exchangesEmptyTitle')}
      emptyText={t('exchangesEmptyText')}
      onAll={onAll}
      action={<LinkButton to="/fund/transfer">{t('makeExchange')}</LinkButton>}
    >
      {(order) => <ExchangeCard key={order.order_id} order={order} meant={order.order_id === meant} />}
    </RecordPages>
  )
}

function ExchangeCard({ order, meant }: { order: ExchangeOrder; meant: boolean }) {
  const t = useTranslations('funds.history')
  const figure = useFigure()
  const shell = useTranslations('shell.label')
  return (
    <li className={recordCardClass(meant)} aria-current={meant || undefined}>
      {order.simulated && (
        <div>
          <Badge tone="info">{shell('simulated')}</Badge>
        </div>
      )}
      <dl className="flex flex-col gap-1 text-14">
        <AmountLine label={t('source')} strong value={order.source_amount} unit={order.source} decimalsMax={8} />
        <AmountLine label={t('target')} strong value={order.target_amount} unit={order.target} decimalsMax={8} />
        <AmountLine label={t('rate')} value={order.exchange_rate} decimalsMax={9} />
        <Line label={t('feeRate')}>
          <span className="figures">{figure(percentOf(order.fee_rate))} %</span>
        </Line>
        <AmountLine label={t('fee')} value={order.fee} unit={order.fee_currency} decimalsMax={8} />
        <Line label={t('orderId')}>
          <span className="figures break-all">{order.order_id}</span>
        </Line>
        <TimeLine label={t('time')} at={order.transaction_time} />
      </dl>
      <EvidenceLink id={order.order_id} own />
    </li>
  )
}
