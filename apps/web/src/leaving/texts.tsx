import type leaving from '@truemark/locales/en/leaving.json'
import type { LocaleId } from '@truemark/protocol/locale'
import type { ReactNode } from 'react'
import { LateTexts } from '../reader/door.ts'

const texts: Record<LocaleId, () => Promise<{ default: typeof leaving }>> = {
  en: () => import('@truemark/locales/en/leaving.json'),
  zh: () => import('@truemark/locales/zh-Hant/leaving.json'),
  jp: () => import('@truemark/locales/ja/leaving.json'),
  vie: () => import('@truemark/locales/vi/leaving.json'),
  th: () => import('@truemark/locales/th/leaving.json'),
  kor: () => import('@truemark/locales/ko/leaving.json'),
  fre: () => import('@truemark/locales/fr/leaving.json'),
  spa: () => import('@truemark/locales/es/leaving.json'),
}

async function load(locale: LocaleId): Promise<typeof leaving> {
  return (await texts[locale]()).default
}

/** The texts of the data copy and the closing of an account. */
export function LeavingTexts({ children }: { children: ReactNode }) {
  return (
    <LateTexts area="leaving" load={load}>
      {children}
    </LateTexts>
  )
}
