import type about from '@truemark/locales/en/about.json'
import type { LocaleId } from '@truemark/protocol/locale'
import type { ReactNode } from 'react'
import { LateTexts } from '../reader/door.ts'

const texts: Record<LocaleId, () => Promise<{ default: typeof about }>> = {
  en: () => import('@truemark/locales/en/about.json'),
  zh: () => import('@truemark/locales/zh-Hant/about.json'),
  jp: () => import('@truemark/locales/ja/about.json'),
  vie: () => import('@truemark/locales/vi/about.json'),
  th: () => import('@truemark/locales/th/about.json'),
  kor: () => import('@truemark/locales/ko/about.json'),
  fre: () => import('@truemark/locales/fr/about.json'),
  spa: () => import('@truemark/locales/es/about.json'),
}

async function load(locale: LocaleId): Promise<typeof about> {
  return (await texts[locale]()).default
}

/** The texts of the credit score and of how the app is installed. */
export function AboutTexts({ children }: { children: ReactNode }) {
  return (
    <LateTexts area="about" load={load}>
      {children}
    </LateTexts>
  )
}
