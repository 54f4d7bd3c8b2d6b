import type notification from '@truemark/locales/en/notification.json'
import type { LocaleId } from '@truemark/protocol/locale'
import type { ReactNode } from 'react'
import { LateTexts } from '../reader/door.ts'

const texts: Record<LocaleId, () => Promise<{ default: typeof notification }>> = {
  en: () => import('@truemark/locales/en/notification.json'),
  zh: () => import('@truemark/locales/zh-Hant/notification.json'),
  jp: () => import('@truemark/locales/ja/notification.json'),
  vie: () => import('@truemark/locales/vi/notification.json'),
  th: () => import('@truemark/locales/th/notification.json'),
  kor: () => import('@truemark/locales/ko/notification.json'),
  fre: () => import('@truemark/locales/fr/notification.json'),
  spa: () => import('@truemark/locales/es/notification.json'),
}

async function load(locale: LocaleId): Promise<typeof notification> {
  return (await texts[locale]()).default
}

/** The texts of notifications and price alerts. */
export function NotificationTexts({ children }: { children: ReactNode }) {
  return (
    <LateTexts area="notification" load={load}>
      {children}
    </LateTexts>
  )
}
