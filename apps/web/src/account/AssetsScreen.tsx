import type { Assets } from '@truemark/protocol/routes/account'
import { Badge } from '@truemark/ui/primitives/Badge'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { Page } from '@truemark/ui/primitives/Page'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import { Skeleton, SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  ChartLine,
  ChartNoAxesCombined,
  Coins,
  FileText,
  Hourglass,
  Layers,
  Repeat,
} from 'lucide-react'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Link } from '../parts/router/Link.tsx'
import { refreshAccount, useAccountFailed, useAssets } from '../data/account.ts'
import { useSession } from '../data/session.ts'
import { DemoOnlyNotice } from '../eligibility/door.ts'
import { AccountModeButton } from '../identity/door.ts'
import { CardSection } from '../parts/CardSection.tsx'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { TextLink } from '../parts/TextLink.tsx'
import { FrozenNotice } from '../security/door.ts'
import { Allocation, Share } from './Allocation.tsx'
import { type Holding, holdingsOf, sharesOf } from './holdings.ts'
import { HideAmounts } from './HideAmounts.tsx'
import { Owned } from './Owned.tsx'

const WorthCard = lazyPart(() => import('./WorthCard.tsx').then((m) => m.WorthCard))

const accounts = [
  { kind: 'coin', note: 'coinNote', to: '/coinAccount', Icon: Coins },
  { kind: 'contract', note: 'contractNote', to: '/coinContract', Icon: Layers },
  { kind: 'option', note: 'optionNote', to: '/coinOption', Icon: ChartLine },
] as const

/** All that one owns: the total, the three accounts, and each currency. */
export function AssetsScreen() {
  const t = useTranslations('account.assets')
  const title = useTranslations('shell.title')
  const label = useTranslations('shell.label')
  const assets = useAssets()
  const failed = useAccountFailed()
  return (
    <>
      <PageHeader title={title('assets')} actions={<AccountModeButton />} />
      <Page
        width="panes"
        className="grid gap-x-8 gap-y-6 tablet:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] desk:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]"
      >
        <div className="flex min-w-0 flex-col gap-6">
          <FrozenNotice />
          <DemoOnlyNotice />
          <section aria-label={t('total')} data-tour="assets">
            <div className="flex items-center gap-1 text-14 text-secondary">
              {t('total')}
              <HideAmounts />
              {assets?.simulated && <Badge tone="info">{label('simulated')}</Badge>}
            </div>
            <Owned hero value={assets?.total_value} unit="USDT" decimalsMax={2} />
          </section>
          {failed && assets === null && <LoadFailed onRetry={() => void refreshAccount()} />}
          <FundActions />
          <Accounts assets={assets} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Suspense fallback={<WorthPlace />}>
            <WorthCard />
          </Suspense>
          {(assets !== null || !failed) && <Holdings assets={assets} />}
        </div>
      </Page>
    </>
  )
}

/** Of the height of the card. */
function WorthPlace() {
  const t = useTranslations('funds.worth')
  return (
    <CardSection title={t('title')}>
      <Skeleton className="h-98 rounded-card" />
    </CardSection>
  )
}

function Accounts({ assets }: { assets: Assets | null }) {
  const t = useTranslations('account.assets')
  return (
    <CardSection title={t('accounts')}>
      <ul className="overflow-hidden rounded-card bg-surface">
        {accounts.map(({ kind, note, to, Icon }) => (
          <li key={kind} className="hairline-b last:shadow-none">
            <Link to={to} className={rowClass}>
              <ListRowContent
                before={<Icon size={22} strokeWidth={1.5} className="text-primary" aria-hidden="true" />}
                title={t(kind)}
                note={t(note)}
                value={<Owned value={assets?.values[kind]} decimalsMax={2} />}
                leads
              />
            </Link>
          </li>
        ))}
        {assets !== null && assets.invested.length > 0 && (
          <li className="hairline-b last:shadow-none">
            <Link to="/financial" className={rowClass}>
              <ListRowContent
                before={<Hourglass size={22} strokeWidth={1.5} className="text-primary" aria-hidden="true" />}
                title={t('invested')}
                note={<Invested invested={assets.invested} />}
                value={<Owned value={assets.values.invested} decimalsMax={2} />}
                leads
              />
            </Link>
          </li>
        )}
      </ul>
      <p className="text-12 text-quiet">{t('counted')}</p>
    </CardSection>
  )
}

/** What is put into products, each currency of each with its amount. */
function Invested({ invested }: Pick<Assets, 'invested'>) {
  const t = useTranslations('account.assets')
  return (
    <span className="flex flex-col">
      {invested.map(({ product, currency, amount }) => (
        <span key={`${product} ${currency}`}>
          {t(`investedIn.${product}`)} <Owned value={amount} unit={currency} decimalsMax={8} />
        </span>
      ))}
    </span>
  )
}

function Holdings({ assets }: { assets: Assets | null }) {
  const t = useTranslations('account.assets')
  const state = useTranslations('shell.state')
  const demo = useSession((state) => state.mode === 'demo')
  const holdings = assets === null ? null : holdingsOf(assets.balances)
  const shares = sharesOf(holdings ?? [])
  return (
    <CardSection
      title={t('holdings')}
      way={
        <TextLink to="/setting/account-change" className="-my-3 min-w-11 justify-end px-1">
          {t('records')}
        </TextLink>
      }
    >
      <div className="overflow-hidden rounded-card bg-surface">
        {holdings === null && <SkeletonRows rows={4} label={state('loading')} />}
        {holdings?.length === 0 && (
          <EmptyState drawing="coins" title={t('emptyTitle')} text={t(demo ? 'emptyDemoText' : 'emptyText')} />
        )}
        {shares.size > 0 && <Allocation shares={shares} />}
        {holdings && holdings.length > 0 && (
          <ul>
            {holdings.map((holding) => (
              <li key={holding.currency} className="hairline-b last:shadow-none">
                <HoldingRow holding={holding} shares={shares} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </CardSection>
  )
}

const actions = [
  { name: 'deposit', to: '/recharge/deposit', Icon: ArrowDownToLine, demo: false },
  { name: 'withdraw', to: '/withdrawal/cashout', Icon: ArrowUpFromLine, demo: false },
  { name: 'transfer', to: '/fund/fundTransfer', Icon: ArrowLeftRight, demo: true },
  { name: 'exchange', to: '/fund/transfer', Icon: Repeat, demo: true },
  { name: 'profit', to: '/assetsInfo/profit', Icon: ChartNoAxesCombined, demo: true },
  { name: 'statements', to: '/setting/statements', Icon: FileText, demo: true },
] as const

/** What one does with what one owns: bring it in, take it out, move it, exchange it, see what it brought, keep its papers. */
function FundActions() {
  const t = useTranslations('funds.actions')
  const demo = useSession((state) => state.mode === 'demo')
  const shown = actions.filter((action) => action.demo || !demo)
  return (
    <nav aria-label={t('label')} className={demo ? 'grid grid-cols-4 gap-1' : 'grid grid-cols-3 gap-1'}>
      {shown.map(({ name, to, Icon }) => (
        <Link
          key={name}
          to={to}
          className="feedback flex min-w-0 flex-col items-center gap-1.5 rounded-card px-0.5 py-2 text-center text-12 text-secondary wrap-anywhere hover:bg-surface hover:text-text"
        >
          <span className="grid size-11 place-items-center rounded-full bg-surface text-primary">
            <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
          </span>
          {t(name)}
        </Link>
      ))}
    </nav>
  )
}

/** One currency: how much of it is owned, what it is worth, which part of all that is, and how much is locked. */
function HoldingRow({ holding, shares }: { holding: Holding; shares: ReturnType<typeof sharesOf> }) {
  const t = useTranslations('account.balance')
  const locked = /[1-9]/.test(holding.frozen)
  return (
    <div className="flex min-h-16 items-center px-4 py-2.5">
      <ListRowContent
        before={<CoinMark code={holding.currency} />}
        title={
          <>
            {holding.currency}
            <Share shares={shares} currency={holding.currency} />
          </>
        }
        {...(locked
          ? {
              note: (
                <>
                  {t('frozen')} <Amount value={holding.frozen} />
                </>
              ),
            }
          : {})}
        value={<Owned value={holding.total} decimalsMax={8} className="font-medium" />}
        {...(holding.currency === 'USDT'
          ? {}
          : {
              valueNote:
                holding.value === null ? t('noPrice') : <Owned value={holding.value} unit="USDT" decimalsMax={2} />,
            })}
      />
    </div>
  )
}
