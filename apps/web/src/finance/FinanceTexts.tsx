import type finance from '@truemark/locales/en/finance.json'
import type { LocaleId } from '@truemark/protocol/locale'
import type { ReactNode } from 'react'
import { LateTexts } from '../reader/door.ts'

const texts: Record<LocaleId, () => Promise<{ default: typeof finance }>> = {
  en: () => import('@truemark/locales/en/finance.json'),
  zh: () => import('@truemark/locales/zh-Hant/finance.json'),
  jp: () => import('@truemark/locales/ja/finance.json'),
  vie: () => import('@truemark/locales/vi/finance.json'),
  th: () => import('@truemark/locales/th/finance.json'),
  kor: () => import('@truemark/locales/ko/finance.json'),
  fre: () => import('@truemark/locales/fr/finance.json'),
  spa: () => import('@truemark/locales/es/finance.json'),
}

async function load(locale: LocaleId): Promise<typeof finance> {
  return (await texts[locale]()).default
}

/** The texts of Finance, which the first page does not bring. */
export function FinanceTexts({ children }: { children: ReactNode }) {
  return (
    <LateTexts area="finance" load={load}>
      {children}
    </LateTexts>
  )
}
