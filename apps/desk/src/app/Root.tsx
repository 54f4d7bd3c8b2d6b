import { Outlet, useRouterState } from '@tanstack/react-router'
import { client } from '@truemark/protocol/client'
import { arrive } from '@truemark/ui/device/heading'
import { keepFocus } from '@truemark/ui/device/keptFocus'
import { usePageIcon } from '@truemark/ui/marks/usePageIcon'
import { ToastHost } from '@truemark/ui/primitives/ToastHost'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { sectionAt } from './sections.ts'

/** Around every page: its title, and where toasts show. */
export function Root() {
  const t = useTranslations('desk')
  const app = useAppData()?.app
  const name = app?.app_name ?? 'Truemark'
  const path = useRouterState({ select: (state) => state.location.pathname })
  const section = sectionAt(path)?.name
  useEffect(() => {
    document.title = `${section === undefined ? t('title') : t(`menu.${section}`)} · ${name}`
  }, [section, name, t])
  useArrival()
  useEffect(() => keepFocus(), [])
  usePageIcon(app?.app_favicon ?? '')
  return (
    <>
      <Outlet />
      <ToastHost label={t('common.notifications')} durationMs={client.toastMs} />
    </>
  )
}

/** Once another page is there its heading is read, and the keyboard goes on from it. */
function useArrival() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    if (path !== before.current && before.current !== undefined) arrive()
    before.current = path
  }, [path])
}
