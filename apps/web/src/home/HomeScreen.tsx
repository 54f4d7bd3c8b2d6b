import { BrandMark } from '@truemark/ui/marks/Logo'
import { Page } from '@truemark/ui/primitives/Page'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  ChevronRight,
  Megaphone,
  ReceiptText,
  Repeat,
  RotateCcw,
  Settings,
} from 'lucide-react'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { localeOf } from '@truemark/protocol/locale'
import { Link } from '../parts/router/Link.tsx'
import { useAppData } from '../data/appData.ts'
import { DemoOnlyNotice } from '../eligibility/door.ts'
import { AccountModeButton } from '../identity/door.ts'
import { useShape } from '../i18n/door.ts'
import { Bell } from '../notification/door.ts'
import { FrozenNotice } from '../security/door.ts'
import { HideAmounts, Owned } from '../account/door.ts'
import { useAssets } from '../data/account.ts'
import { InEnglishLine, NewsMark, useNews } from '../content/door.ts'
import { useSession } from '../data/session.ts'
import { Markets } from './Markets.tsx'
import { actionClass, discClass } from './actionClass.ts'

const RunningProducts = lazyPart(() => import('../finance/door.ts').then((m) => m.RunningProducts))
const RecentOrders = lazyPart(() => import('../spot/door.ts').then((m) => m.RecentOrders))

/** What one owns, what one can do, what is new, what runs, and how the markets stand. */
export function HomeScreen() {
  const t = useTranslations('shell.title')
  const wide = useShape() === 'desk'
  const app = useAppData()?.app
  return (
    <>
      <header className="sticky top-(--strip,0px) z-20 bg-background">
        <Page width="panes" className="flex min-h-14 items-center gap-2 pb-0">
          <span className="desk:hidden">
            <BrandMark size={30} image={app?.app_logo} />
          </span>
          <h1 className="sr-only">{t('home')}</h1>
          <span className="flex-1" />
          <AccountModeButton />
          <Bell />
          <Link
            to="/setting/setpage"
            aria-label={t('setting')}
            className="feedback grid size-11 place-items-center rounded-control text-secondary hover:bg-raised hover:text-text"
          >
            <Settings size={22} strokeWidth={1.5} aria-hidden="true" />
          </Link>
        </Page>
      </header>
      <Page
        width="panes"
        className="-mt-2 grid gap-x-8 gap-y-6 desk:mt-0 desk:grid-cols-[minmax(0,25rem)_minmax(0,1fr)] desk:pt-2"
      >
        <div className="flex min-w-0 flex-col gap-6">
          <div className="mt-4 flex flex-col gap-3 empty:hidden desk:mt-0">
            <FrozenNotice />
          </div>
          <Total />
          <QuickActions />
          <DemoOnlyNotice />
          <Announcement />
          <Suspense>
            <RunningProducts />
          </Suspense>
          {wide && (
            <Suspense>
              <RecentOrders />
            </Suspense>
          )}
        </div>
        <Markets />
      </Page>
    </>
  )
}

const DayChange = lazyPart(() => import('./DayChange.tsx').then((m) => m.default))
const WorthCourse = lazyPart(() => import('./WorthCourse.tsx').then((m) => m.default))

/** All that the account owns, in USDT: the first and largest figure of the app. */
function Total() {
  const t = useTranslations('home')
  const label = useTranslations('shell.label')
  const assets = useAssets()
  return (
    <section aria-label={t('totalAssets')} className="flex flex-col">
      <div className="flex items-center gap-1 text-14 text-secondary">
        {t('totalAssets')}
        <HideAmounts />
        {assets?.simulated && <Badge tone="info">{label('simulated')}</Badge>}
      </div>
      <Link to="/assetsInfo" className="-mx-1 rounded-control px-1">
        <Owned hero value={assets?.total_value} unit="USDT" decimalsMax={2} />
      </Link>
      <div className="min-h-6">
        <Suspense>
          <DayChange />
        </Suspense>
      </div>
      <Suspense>
        <WorthCourse />
      </Suspense>
    </section>
  )
}

/** The newest announcement in a line, which leads to all of them. */
function Announcement() {
  const t = useTranslations('home')
  const { data, isPending } = useNews()
  const newest = data?.items[0]
  return (
    <Link
      to="/news"
      className="feedback flex min-h-12 items-center gap-3 rounded-card bg-surface px-4 text-14 hover:bg-raised"
    >
      <Megaphone size={18} strokeWidth={1.5} className="shrink-0 text-primary" aria-hidden="true" />
      <span className="sr-only">{t('announcements')}: </span>
      {isPending ? (
        <span className="flex-1">
          <Skeleton className="h-4 w-44" />
        </span>
      ) : newest === undefined ? (
        <span className="min-w-0 flex-1 truncate text-quiet">
          {data === undefined ? t('announcements') : t('noAnnouncements')}
        </span>
      ) : (
        <span className="flex min-w-0 flex-1 flex-col py-1">
          <span lang={localeOf(newest.lang).tag} className="truncate">
            {newest.title}
          </span>
          <InEnglishLine lang={newest.lang} />
        </span>
      )}
      <NewsMark />
      <ChevronRight size={18} strokeWidth={1.5} className="shrink-0 text-quiet" aria-hidden="true" />
    </Link>
  )
}

const actions = [
  { to: '/recharge/deposit', name: 'deposit', Icon: ArrowDownToLine, demo: false },
  { to: '/withdrawal/cashout', name: 'withdraw', Icon: ArrowUpFromLine, demo: false },
  { to: '/fund/transfer', name: 'exchange', Icon: Repeat, demo: true },
  { to: '/setting/account-change', name: 'records', Icon: ReceiptText, demo: true },
] as const

/** What one does most often. A demo account has no deposit; it has a fresh start. */
function QuickActions() {
  const t = useTranslations('home')
  const demo = useSession((state) => state.mode === 'demo')
  return (
    <nav aria-label={t('quickActions')} className="flex gap-2">
      {actions
        .filter((action) => action.demo || !demo)
        .map(({ to, name, Icon }) => (
          <Link key={name} to={to} className={actionClass}>
            <span className={discClass}>
              <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
            </span>
            {t(name)}
          </Link>
        ))}
      {demo && <ResetDemo />}
    </nav>
  )
}

const ResetDemoDialog = lazyPart(() => import('./ResetDemoDialog.tsx').then((m) => m.ResetDemoDialog))

/** Gives the demo account a fresh start, after asking. */
function ResetDemo() {
  const t = useTranslations('home')
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={actionClass}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <span className={discClass}>
          <RotateCcw size={20} strokeWidth={1.5} aria-hidden="true" />
        </span>
        {t('resetDemo')}
      </button>
      <Suspense>{wanted && <ResetDemoDialog open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  )
}
