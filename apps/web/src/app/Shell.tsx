import { client } from '@truemark/protocol/client'
import { Logo } from '@truemark/ui/marks/Logo'
import { usePageIcon } from '@truemark/ui/marks/usePageIcon'
import { Settings } from 'lucide-react'
import { joined } from '@truemark/ui/primitives/joined'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { useSession, tokenOf } from '../data/session.ts'
import { Bell } from '../notification/door.ts'
import { Guard } from '../parts/Guard.tsx'
import { Link } from '../parts/router/Link.tsx'
import { Outlet } from '../parts/router/Outlet.tsx'
import { useShown } from '../parts/router/useRouter.ts'
import { FailedScreen, WaitingScreen } from './FailedScreen.tsx'
import { firstPage } from './firstPage.ts'
import { rememberProduct } from './lastProduct.ts'
import { MainMenu } from './MainMenu.tsx'
import { reportCrash } from './reportCrash.ts'
import { screenAt } from './screenAhead.ts'
import { pageTitle } from './title.ts'
import { TopStrip } from './TopStrip.tsx'
import { useUpdateWaiting } from './updates.ts'

// A toast can only follow something that is done on the page.
const ToastHost = lazyPart(async () => {
  await firstPage(1_000)
  return (await import('./ToastHost.tsx')).ToastHost
})

const SignedInParts = lazyPart(async () => {
  await firstPage(1_000)
  return (await import('./SignedInParts.tsx')).default
})

const LostSends = lazyPart(async () => {
  await firstPage(1_000)
  return (await import('./LostSends.tsx')).default
})

const PullToRefresh = lazyPart(() => import('./PullToRefresh.tsx').then((m) => m.PullToRefresh))

const UpdatePrompt = lazyPart(() => import('./UpdatePrompt.tsx').then((m) => m.UpdatePrompt))

const SupportButton = lazyPart(async () => {
  await firstPage(500)
  return (await import('./SupportButton.tsx')).default
})

/** The frame around every screen: labels on top, the menu below or beside, the title, and where toasts show. */
export function Shell() {
  const t = useTranslations('shell')
  const { place, params } = useShown()
  const path = place.pathname
  const row = screenAt(path)?.row
  const screen = row?.name
  const menu = row?.menu ?? false
  const app = useAppData()?.app
  const appName = app?.app_name ?? 'Truemark'
  const signedIn = useSession((state) => tokenOf(state) !== null)
  const updateWaiting = useUpdateWaiting()
  const rail = signedIn && screen !== undefined && !guestScreens.has(screen)
  const top = useStripHeight()

  const title = screen === undefined || screen === 'home' ? null : t(`title.${screen}`)
  useTitle(appName, params['symbol'] === undefined ? title : `${params['symbol']} · ${title}`)
  useEffect(() => rememberProduct(path), [path])
  usePageIcon(app?.app_favicon ?? '')

  return (
    <div className="flex min-h-dvh flex-col">
      {/* what changes here is said also while a sheet is open, which hides all that is not marked so */}
      <div ref={top} data-strip aria-live="polite" className="sticky top-0 z-30">
        <TopStrip />
        <Spare>{signedIn && <LostSends />}</Spare>
      </div>
      <div className={rail ? 'flex flex-1 desk:pl-56' : 'flex flex-1'}>
        {rail && (
          <header className="fixed top-(--strip) bottom-0 left-0 hidden w-56 flex-col gap-6 bg-background px-3 py-4 shadow-[inset_-1px_0_0_0_var(--line)] desk:flex">
            <Link to="/home" className="rounded-control px-3 py-1">
              <Logo size={30} name={appName} image={app?.app_logo} />
            </Link>
            <MainMenu path={path} place="side" />
            <span className="flex-1" />
            <Bell row />
            <Link
              to="/setting/setpage"
              aria-current={path === '/setting/setpage' ? 'page' : undefined}
              className="feedback flex min-h-12 items-center gap-3 rounded-control px-3 text-16 text-quiet hover:bg-raised hover:text-text"
            >
              <Settings size={22} strokeWidth={1.5} aria-hidden="true" />
              {t('title.setting')}
            </Link>
          </header>
        )}
        <main tabIndex={-1} className={joined('min-w-0 flex-1 outline-none', menu ? overMenu : 'pb-(--safe-bottom)')}>
          <Outlet Waiting={WaitingScreen} Failed={FailedScreen} />
        </main>
      </div>
      {menu && (
        <>
          <MainMenu path={path} place="bottom" />
          <Spare>
            <SupportButton place={screen !== undefined && tradeScreens.has(screen) ? 'disc' : 'gutter'} />
          </Spare>
        </>
      )}
      <Spare>
        <PullToRefresh />
      </Spare>
      <Spare>{signedIn && <SignedInParts />}</Spare>
      <Spare>{updateWaiting && <UpdatePrompt />}</Spare>
      <Spare>
        <ToastHost label={t('state.notifications')} durationMs={client.toastMs} />
      </Spare>
    </div>
  )
}

/** A part whose code comes late, and without which the page goes on. */
function Spare({ children }: { children: ReactNode }) {
  return (
    <Guard at="" Failed={Absent}>
      <Suspense>{children}</Suspense>
    </Guard>
  )
}

function Absent({ error }: { error: unknown }) {
  useEffect(() => reportCrash(error), [error])
  return null
}

const overMenu = 'pb-[calc(5rem+var(--safe-bottom))] desk:pb-6'
const tradeScreens: ReadonlySet<string> = new Set(['spotTrade', 'contractTrade', 'perpetualTrade', 'optionTrade'])
const guestScreens: ReadonlySet<string> = new Set(['login', 'testlogine', 'forgot', 'register'])

/** Names the page by its screen. */
function useTitle(appName: string, screenName: string | null): void {
  useEffect(() => {
    document.title = pageTitle(appName, screenName)
  }, [appName, screenName])
}

/** Tells the styles of the page how high an element is, now and later. */
function useStripHeight() {
  const element = useRef<HTMLDivElement>(null)
  // what is observed is told between a layout and its painting: nothing beneath moves, and no layout is forced
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => showStripHeight(entry?.contentRect.height ?? 0))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return element
}

/** Where the page's first frame has it already, nothing is drawn anew. */
function showStripHeight(height: number): void {
  const { style } = document.documentElement
  const text = `${Math.round(height)}px`
  if (style.getPropertyValue('--strip') !== text) style.setProperty('--strip', text)
}
