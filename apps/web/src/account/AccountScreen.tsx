import type { AccountKind, Balance } from '@truemark/protocol/routes/account'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Badge } from '@truemark/ui/primitives/Badge'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ListRowContent } from '@truemark/ui/primitives/ListRow'
import { Page } from '@truemark/ui/primitives/Page'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Lock } from 'lucide-react'
import { Link } from '../parts/router/Link.tsx'
import { useAssets } from '../data/account.ts'
import { useSession } from '../data/session.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { CardSection } from '../parts/CardSection.tsx'
import { LinkButton, TextLink } from '../parts/TextLink.tsx'
import { HideAmounts } from './HideAmounts.tsx'
import { Owned } from './Owned.tsx'
import { RecordList } from './RecordList.tsx'

const PerpetualAccountCard = lazyPart(() => import('../derivative/door.ts').then((m) => m.AccountCard))
const AccountOptions = lazyPart(() => import('../option/door.ts').then((m) => m.AccountOptions))

const titles = { coin: 'coinAccount', contract: 'contractAccount', option: 'optionAccount' } as const

/** Spot, wallet and finance: each currency with what is available and locked, and the account's records. */
export function CoinAccountScreen() {
  return <AccountScreen kind="coin" />
}

/** Contracts and perpetuals. */
export function ContractAccountScreen() {
  return <AccountScreen kind="contract" />
}

/** Options. */
export function OptionAccountScreen() {
  return <AccountScreen kind="option" />
}

function AccountScreen({ kind }: { kind: AccountKind }) {
  const t = useTranslations('account')
  const trade = useTranslations('trade')
  const shell = useTranslations('shell')
  const assets = useAssets()
  const demo = useSession((state) => state.mode === 'demo')
  const balances = assets?.balances.filter((each) => each.account === kind && isOwned(each)) ?? null
  return (
    <>
      <BackHeader name={titles[kind]} />
      <Page width="panes" className="grid gap-x-8 gap-y-6 tablet:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <section aria-label={t('balance.value')}>
            <div className="flex items-center gap-1 text-14 text-secondary">
              {t('balance.value')}
              <HideAmounts />
              {assets?.simulated && <Badge tone="info">{shell('label.simulated')}</Badge>}
            </div>
            <Owned hero value={assets?.values[kind]} unit="USDT" decimalsMax={2} />
          </section>
          <Moves kind={kind} demo={demo} />
          {kind === 'contract' && (
            <Suspense fallback={<SkeletonRows rows={3} label={shell('state.loading')} />}>
              <PerpetualAccountCard />
            </Suspense>
          )}
          {balances === null && <SkeletonRows rows={3} label={shell('state.loading')} />}
          {balances?.length === 0 && <NothingOwned kind={kind} demo={demo} />}
          {balances?.map((balance) => (
            <BalanceCard key={balance.currency} balance={balance} />
          ))}
          {kind === 'option' && (
            <Suspense fallback={<SkeletonRows rows={3} label={shell('state.loading')} />}>
              <AccountOptions />
            </Suspense>
          )}
          {balances && balances.length > 0 && (
            <p className="text-12 text-quiet">{kind === 'contract' ? trade('lockedNote') : t('balance.lockedNote')}</p>
          )}
        </div>
        <CardSection
          title={t('records.title')}
          way={
            <TextLink to="/setting/account-change" search={{ type: kind }} className="-my-3 px-1">
              {shell('action.seeAll')}
            </TextLink>
          }
        >
          <RecordList filter={{ type: kind }} first={10} />
        </CardSection>
      </Page>
    </>
  )
}

const isOwned = ({ total }: Balance) => /[1-9]/.test(total)

function BalanceCard({ balance }: { balance: Balance }) {
  const t = useTranslations('account.balance')
  const funds = useTranslations('funds.actions')
  const { currency, available, total, value } = balance
  const trades = currency !== 'USDT' && balance.account === 'coin'
  return (
    <Card className="flex flex-col gap-3">
      <ListRowContent
        before={<CoinMark code={currency} />}
        title={currency}
        value={<Owned value={total} decimalsMax={8} className="font-medium" />}
        {...(currency === 'USDT' ? {} : { valueNote: <Worth value={value} /> })}
      />
      <dl className="grid min-w-0 grid-cols-2 gap-x-4 text-14">
        <Part label={t('available')}>
          <Owned value={available} decimalsMax={8} />
        </Part>
        <Part label={t('frozen')}>
          <LockedPart balance={balance} />
        </Part>
      </dl>
      {trades && (
        <div className="flex flex-wrap gap-2">
          <LinkButton to="/fund/transfer" search={{ source: currency, target: 'USDT' }} className="flex-1">
            {funds('exchange')}
          </LinkButton>
          <LinkButton to={`/market/trade/coins/${currency}USDT`} className="flex-1">
            {t('trade')}
          </LinkButton>
        </div>
      )}
    </Card>
  )
}

/** What one does with the money of an account: bring it in, take it out, exchange it. */
function Moves({ kind, demo }: { kind: AccountKind; demo: boolean }) {
  const t = useTranslations('funds.actions')
  const link = buttonClass('secondary', true)
  return (
    <nav aria-label={t('label')} className="grid grid-cols-2 gap-2 desk:grid-cols-4">
      {kind === 'coin' ? (
        <>
          {!demo && (
            <>
              <Link to="/recharge/deposit" className={link}>
                {t('deposit')}
              </Link>
              <Link to="/withdrawal/cashout" className={link}>
                {t('withdraw')}
              </Link>
            </>
          )}
          <Link to="/fund/fundTransfer" search={{ from: 'coin' }} className={link}>
            {t('transfer')}
          </Link>
          <Link to="/fund/transfer" className={link}>
            {t('exchange')}
          </Link>
        </>
      ) : (
        <>
          <Link to="/fund/fundTransfer" search={{ from: 'coin', to: kind }} className={link}>
            {t('moveIn')}
          </Link>
          <Link to="/fund/fundTransfer" search={{ from: kind, to: 'coin' }} className={link}>
            {t('moveOut')}
          </Link>
        </>
      )}
    </nav>
  )
}

function NothingOwned({ kind, demo }: { kind: AccountKind; demo: boolean }) {
  const t = useTranslations('account.assets')
  const text = kind !== 'coin' ? 'emptyMovedText' : demo ? 'emptyDemoText' : 'emptyText'
  return (
    <Card>
      <EmptyState
        drawing="coins"
        title={t('emptyTitle')}
        text={t(text)}
        action={kind === 'coin' && !demo && <DepositLink />}
      />
    </Card>
  )
}

function DepositLink() {
  const t = useTranslations('funds.actions')
  return (
    <LinkButton kind="primary" to="/recharge/deposit">
      {t('deposit')}
    </LinkButton>
  )
}

function Worth({ value }: { value: string | null }) {
  const t = useTranslations('account.balance')
  return value === null ? t('noPrice') : <Owned value={value} unit="USDT" decimalsMax={2} />
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-12 text-quiet">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const HoldsSheet = lazyPart(() => import('./HoldsSheet.tsx').then((m) => m.HoldsSheet))

/** What of a balance is locked; a press tells what locks it. */
function LockedPart({ balance }: { balance: Balance }) {
  const t = useTranslations('account.balance')
  const funds = useTranslations('funds.holds')
  const [open, setOpen] = useState(false)
  const { account, currency, frozen } = balance
  const figure = <Owned value={frozen} decimalsMax={8} />
  if (!/[1-9]/.test(frozen)) return figure
  return (
    <>
      <button
        type="button"
        aria-label={funds('show', { currency })}
        onClick={() => setOpen(true)}
        className="-my-2.5 inline-flex min-h-11 items-center gap-1.5 rounded-control text-left text-primary"
      >
        {figure}
        <Lock size={14} strokeWidth={1.5} aria-hidden="true" />
        <span className="sr-only">{t('frozen')}</span>
      </button>
      {open && (
        <Suspense>
          <HoldsSheet type={account} currency={currency} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
