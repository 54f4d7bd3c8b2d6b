import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { client } from '@truemark/protocol/client'
import { Logo } from '@truemark/ui/marks/Logo'
import { usePageIcon } from '@truemark/ui/marks/usePageIcon'
import { Settings } from 'lucide-react'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { useSession, tokenOf, userOf } from '../data/session.ts'
import { Bell } from '../notification/door.ts'
import { firstPage } from './firstPage.ts'
import { rememberProduct } from './lastProduct.ts'
import { MainMenu } from './MainMenu.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import { pageTitle } from './title.ts'
import { TopStrip } from './TopStrip.tsx'
import { useUpdateWaiting } from './updates.ts'

// A toast can only follow something that is done on the page.
const ToastHost = lazyPart(async () => {
  await firstPage(1_000)
  return (await import('@truemark/ui/primitives/ToastHost')).ToastHost
})

const NotificationToasts = lazyPart(async () => {
  await firstPage(1_000)
  return (await import('../notification/NotificationToasts.tsx')).default
})

const UpdatePrompt = lazyPart(() => import('./UpdatePrompt.tsx').then((m) => m.UpdatePrompt))

const SessionEnd = lazyPart(async () => {
  await firstPage(1_000)
  return (await import('../selfLimit/SessionEnd.tsx')).default
})

const SupportButton = lazyPart(async () => {
  await firstPage(500)
  return (await import('./SupportButton.tsx')).default
})

/** The frame around every screen: labels on top, the menu below or beside, the title, and where toasts show. */
export function Shell() {
  const t = useTranslations('shell')
  const match = useMatches().at(-1)
  const screen = match?.staticData.screen
  const menu = match?.staticData.menu ?? false
  const path = match?.pathname ?? '/'
  const app = useAppData()?.app
  const appName = app?.app_name ?? 'Truemark'
  const signedIn = useSession((state) => tokenOf(state) !== null)
  const isPerson = useSession((state) => userOf(state)?.guest === false)
  const updateWaiting = useUpdateWaiting()
  const rail = signedIn && screen !== undefined && !guestScreens.has(screen)
  const [top, height] = useHeight()

  useEffect(() => {
    document.title = pageTitle(appName, screen === undefined || screen === 'home' ? null : t(`title.${screen}`))
  }, [appName, screen, t])
  useEffect(() => rememberProduct(path), [path])
  usePageIcon(app?.app_favicon ?? '')

  return (
    <div style={{ '--strip': `${height}px` }} className="flex min-h-dvh flex-col">
      <div ref={top} data-strip className="sticky top-0 z-30">
        <TopStrip />
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
              className="feedback flex min-h-12 items-center gap-3 rounded-control px-3 text-16 text-quiet hover:bg-raised hover:text-text"
            >
              <Settings size={22} strokeWidth={1.5} aria-hidden="true" />
              {t('title.setting')}
            </Link>
          </header>
        )}
        <main
          className={
            menu ? 'min-w-0 flex-1 pb-[calc(5rem+var(--safe-bottom))] desk:pb-6' : 'min-w-0 flex-1 pb-(--safe-bottom)'
          }
        >
          <Outlet />
        </main>
      </div>
      {menu && (
        <>
          <MainMenu path={path} place="bottom" />
          <Suspense>
            <SupportButton place={screen !== undefined && tradeScreens.has(screen) ? 'disc' : 'gutter'} />
          </Suspense>
        </>
      )}
      <PullToRefresh />
      <Suspense>
        {signedIn && <NotificationToasts />}
        {isPerson && <SessionEnd />}
        {updateWaiting && <UpdatePrompt />}
        <ToastHost label={t('state.notifications')} durationMs={client.toastMs} />
      </Suspense>
    </div>
  )
}

const tradeScreens: ReadonlySet<string> = new Set(['spotTrade', 'contractTrade', 'perpetualTrade', 'optionTrade'])
const guestScreens: ReadonlySet<string> = new Set(['login', 'testlogine', 'forgot', 'register'])

/** The height of an element as it is now, in CSS pixels. */
function useHeight() {
  const element = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  // before the first painting: what stands beneath it must not move
  useLayoutEffect(() => {
    if (!element.current) return
    setHeight(element.current.offsetHeight)
    const observer = new ResizeObserver(([entry]) => setHeight(Math.round(entry?.contentRect.height ?? 0)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, height] as const
}
