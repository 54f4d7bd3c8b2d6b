import type { WalletTerms } from '@truemark/protocol/routes/wallet'
import { Amount } from '@truemark/ui/primitives/Amount'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { X } from 'lucide-react'
import { Link } from '../parts/router/Link.tsx'
import { useSearch } from '../parts/router/useRouter.ts'
import { Line } from '../parts/Line.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { TextLink } from '../parts/TextLink.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { AccountModeButton } from '../identity/door.ts'
import { NetworkFields, type Route, routeIn } from './NetworkFields.tsx'
import { DepositWaits } from './DepositWaits.tsx'
import { useWalletTerms } from './walletQueries.ts'
import { WalletFrame } from './WalletFrame.tsx'

/** What one wants to bring in, and on which network. */
export function DepositScreen() {
  const t = useTranslations('wallet')
  return (
    <WalletFrame
      title="deposit"
      demo="demo_no_deposit"
      leads={{ to: '/recharge/recharge-records', label: t('records') }}
    >
      <Choice />
    </WalletFrame>
  )
}

function Choice() {
  const query = useWalletTerms()
  return <Loaded query={query}>{(terms) => <Known terms={terms} />}</Loaded>
}

function Known({ terms }: { terms: WalletTerms }) {
  const t = useTranslations('wallet')
  const search = useSearch()
  const networks = terms.networks.filter((one) => one.deposit)
  const [chosen, choose] = useState<Route | null>(null)
  const route = routeIn(networks, chosen ?? search)
  // what no address of the operator would change comes first
  if (terms.missing.length > 0) return <DepositClosed missing={terms.missing} />
  if (networks.length === 0) {
    return <EmptyState drawing="coins" title={t('deposit.none')} text={t('deposit.noneText')} />
  }
  return (
    <div className="grid items-start gap-6 tablet:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      <div className="flex min-w-0 flex-col gap-4">
        <DepositWaits terms={terms} />
        <NetworkFields networks={networks} value={route} hint={t('deposit.networkHint')} onChange={choose} />
        <Least terms={terms} currency={route.currency} />
        <Link
          to="/recharge/receive-money"
          search={{ currency: route.currency, network: route.network }}
          className={buttonClass('primary', false, true)}
        >
          {t('deposit.next')}
        </Link>
      </div>
      <How />
    </div>
  )
}

function Least({ terms, currency }: { terms: WalletTerms; currency: string }) {
  const t = useTranslations('wallet')
  const figure = useFigure()
  const least = terms.currencies.find((one) => one.currency === currency)?.deposit_min
  return (
    <div className="flex flex-col gap-1.5 text-14">
      <dl className="flex flex-col gap-1.5">
        <Line label={t('leftToday')}>
          {terms.deposit_left === null ? (
            t('noLimit')
          ) : (
            <Amount value={terms.deposit_left} unit="USDT" decimalsMin={0} decimalsMax={2} />
          )}
        </Line>
      </dl>
      {typeof least === 'string' && (
        <p className="text-12 text-quiet">{t('deposit.min', { amount: `${figure(least)} ${currency}` })}</p>
      )}
      {terms.deposit_left !== null && (
        <TextLink to="/setting/authentication" className="-my-1.5 self-start">
          {t('verify')}
        </TextLink>
      )}
    </div>
  )
}

function How() {
  const t = useTranslations('wallet.deposit')
  return (
    <section aria-labelledby="how" className="flex flex-col gap-3 rounded-card bg-surface p-4 text-14">
      <h2 id="how" className="font-medium">
        {t('howTitle')}
      </h2>
      <ol className="flex list-decimal flex-col gap-2 pl-5 text-secondary marker:text-quiet">
        <li>{t('how1')}</li>
        <li>{t('how2')}</li>
        <li>{t('how3')}</li>
      </ol>
    </section>
  )
}

/** In place of the form while no real money may come in: what this installation lacks for it, and what one can do. */
function DepositClosed({ missing }: Pick<WalletTerms, 'missing'>) {
  const t = useTranslations('wallet.deposit')
  return (
    <div className="mx-auto flex w-full max-w-120 flex-col gap-4">
      <EmptyState
        drawing="coins"
        title={t('closed')}
        text={t('closedText')}
        action={
          <div className="flex w-full max-w-80 flex-col gap-2">
            <AccountModeButton wide />
            <Link to="/transparency" className={buttonClass('quiet', false, true)}>
              {t('howHere')}
            </Link>
          </div>
        }
      />
      <section aria-labelledby="missing" className="flex flex-col gap-3 rounded-card bg-surface p-4 text-14">
        <h2 id="missing" className="font-medium">
          {t('missing')}
        </h2>
        <ul className="flex flex-col gap-2 text-secondary">
          {missing.map((name) => (
            <li key={name} className="flex gap-3">
              <X size={16} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-quiet" />
              {t(`condition.${name}`)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
