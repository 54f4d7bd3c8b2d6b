import type mining from '@truemark/locales/en/mining.json'
import type { LocaleId } from '@truemark/protocol/locale'
import type { ReactNode } from 'react'
import { LateTexts } from '../reader/door.ts'

const texts: Record<LocaleId, () => Promise<{ default: typeof mining }>> = {
  en: () => import('@truemark/locales/en/mining.json'),
  zh: () => import('@truemark/locales/zh-Hant/mining.json'),
  jp: () => import('@truemark/locales/ja/mining.json'),
  vie: () => import('@truemark/locales/vi/mining.json'),
  th: () => import('@truemark/locales/th/mining.json'),
  kor: () => import('@truemark/locales/ko/mining.json'),
  fre: () => import('@truemark/locales/fr/mining.json'),
  spa: () => import('@truemark/locales/es/mining.json'),
}

async function load(locale: LocaleId): Promise<typeof mining> {
  return (await texts[locale]()).default
}

/** The texts of locked mining, which the first page does not bring. */
export function MiningTexts({ children }: { children: ReactNode }) {
  return (
    <LateTexts area="mining" load={load}>
      {children}
    </LateTexts>
  )
}
