import { useQuery } from '@tanstack/react-query'
import { depositsIncoming, type IncomingPayment } from '@truemark/protocol/routes/wallet'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import type { Route } from './NetworkFields.tsx'
import { walletKey } from './walletQueries.ts'

const everyMs = 15_000

/** What comes in on a network that is watched, with its confirmations as they come; beside a word on what it needs. */
export function Incoming({ route, needed }: { route: Route; needed: number }) {
  const t = useTranslations('wallet.incoming')
  const query = useQuery({
    queryKey: [...walletKey, 'incoming'],
    queryFn: () => call(depositsIncoming, { query: {} }),
    refetchInterval: everyMs,
  })
  const items = (query.data?.items ?? []).filter(
    ({ currency, network }) => currency === route.currency && network === route.network,
  )
  return (
    <section aria-labelledby="incoming" className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <h2 id="incoming" className="text-14 font-medium">
        {t('title')}
      </h2>
      <p className="text-14 text-secondary">{t('watched', { needed: String(needed) })}</p>
      <ul aria-live="polite" className="flex flex-col gap-3">
        {items.map((payment) => (
          <Coming key={payment.id} payment={payment} />
        ))}
        {query.isSuccess && items.length === 0 && <li className="text-14 text-quiet">{t('none')}</li>}
      </ul>
    </section>
  )
}

function Coming({ payment }: { payment: IncomingPayment }) {
  const t = useTranslations('wallet.incoming')
  const { amount, currency, confirmations, needed, status, transaction_id: transaction } = payment
  const count = Math.min(confirmations, needed)
  return (
    <li className="flex flex-col gap-1.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Amount value={amount} unit={currency} />
        <span className={`figures text-14 ${status === 'credited' ? 'text-up' : 'text-secondary'}`}>
          {status === 'waiting' ? t('confirmations', { count: String(count), needed: String(needed) }) : t(status)}
        </span>
      </span>
      <Steps count={status === 'credited' ? needed : count} needed={needed} />
      <span className="figures truncate text-12 text-quiet">{transaction}</span>
    </li>
  )
}

const hundred = 100

function Steps({ count, needed }: { count: number; needed: number }) {
  const share = needed === 0 ? 0 : Math.round((count / needed) * hundred)
  return (
    <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-raised">
      <span className="block h-full rounded-full bg-primary" style={{ width: `${String(share)}%` }} />
    </span>
  )
}
