import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { deskMe } from '@truemark/protocol/routes/desk'
import { Logo } from '@truemark/ui/marks/Logo'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Menu } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { call } from '../data/http.ts'
import { keepOperator } from '../data/session.ts'
import { useSupportLive } from '../support/door.ts'
import { OwnSheet } from '../table/door.ts'
import { DeskMenu } from './DeskMenu.tsx'
import { OperatorCard } from './OperatorCard.tsx'
import { ReadOnlyNotice } from './ReadOnlyNotice.tsx'
import { StaffNotice } from './StaffNotice.tsx'

/** The frame of a signed-in operator: the menu beside the page, or behind a button on a narrow screen. */
export function Shell() {
  const t = useTranslations('desk')
  const app = useAppData()
  const name = app?.app.app_name ?? 'Truemark'
  const path = useRouterState({ select: (state) => state.location.pathname })
  // The menu is open for the page that it was opened on: going elsewhere closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === path
  const setOpen = (next: boolean) => setOpenAt(next ? path : null)
  useFreshRole()
  useSupportLive()
  return (
    <div className="min-h-dvh wide:pl-60">
      <a
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          document.querySelector<HTMLElement>('#content')?.focus()
        }}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-overlay px-4 py-3 text-14 text-primary focus:translate-y-0"
      >
        {t('common.toContent')}
      </a>
      <header className="sticky top-0 z-30 flex min-h-14 items-center gap-2 bg-background pr-2 pl-4 hairline-b wide:hidden">
        <span className="min-w-0 flex-1">
          <Logo size={26} name={name} image={app?.app.app_logo} />
        </span>
        <IconButton label={t('common.menu')} aria-expanded={open} onClick={() => setOpen(true)}>
          <Menu size={22} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </header>
      <aside className="fixed inset-y-0 left-0 z-20 hidden w-60 flex-col gap-5 overflow-y-auto bg-background px-3 py-5 shadow-[inset_-1px_0_0_0_var(--line)] wide:flex">
        <div className="flex flex-col px-3">
          <Logo size={28} name={name} image={app?.app.app_logo} />
          <span className="pt-1 text-12 text-quiet">{t('title')}</span>
        </div>
        <DeskMenu path={path} />
        <span className="flex-1" />
        <OperatorCard />
      </aside>
      <OwnSheet open={open} onClose={() => setOpen(false)} title={t('title')}>
        <div className="-mx-3 flex flex-col gap-5">
          <DeskMenu path={path} />
          <OperatorCard />
        </div>
      </OwnSheet>
      <main id="content" tabIndex={-1} className="mx-auto max-w-360 px-4 pt-5 pb-16 outline-none tablet:px-6 wide:pt-7">
        {path !== '/app-data' && <ReadOnlyNotice />}
        {path !== '/security' && <StaffNotice />}
        <Outlet />
      </main>
    </div>
  )
}

/** Asks the server who one is, since a role can change while one is signed in. */
function useFreshRole() {
  const me = useQuery({ queryKey: ['me'], queryFn: () => call(deskMe, {}), staleTime: 60_000 }).data
  useEffect(() => {
    if (me) keepOperator(me)
  }, [me])
}
