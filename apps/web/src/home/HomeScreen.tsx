import { Link } from '@tanstack/react-router'
import { BrandMark } from '@truemark/ui/marks/Logo'
import { Page } from '@truemark/ui/primitives/Page'
import { Settings } from 'lucide-react'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { DemoOnlyNotice } from '../eligibility/door.ts'
import { AccountModeButton } from '../identity/door.ts'
import { useShape } from '../reader/door.ts'
import { Bell } from '../notification/door.ts'
import { FrozenNotice } from '../security/door.ts'
import { Announcement } from './Announcement.tsx'
import { Markets } from './Markets.tsx'
import { QuickActions } from './QuickActions.tsx'
import { Total } from './Total.tsx'

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
