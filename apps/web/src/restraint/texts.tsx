import type restraint from '@truemark/locales/en/restraint.json'
import type { LocaleId } from '@truemark/protocol/locale'
import type { ReactNode } from 'react'
import { LateTexts } from '../reader/door.ts'

const texts: Record<LocaleId, () => Promise<{ default: typeof restraint }>> = {
  en: () => import('@truemark/locales/en/restraint.json'),
  zh: () => import('@truemark/locales/zh-Hant/restraint.json'),
  jp: () => import('@truemark/locales/ja/restraint.json'),
  vie: () => import('@truemark/locales/vi/restraint.json'),
  th: () => import('@truemark/locales/th/restraint.json'),
  kor: () => import('@truemark/locales/ko/restraint.json'),
  fre: () => import('@truemark/locales/fr/restraint.json'),
  spa: () => import('@truemark/locales/es/restraint.json'),
}

async function load(locale: LocaleId): Promise<typeof restraint> {
  return (await texts[locale]()).default
}

/** The texts of pauses and limits of one’s own. */
export function RestraintTexts({ children }: { children: ReactNode }) {
  return (
    <LateTexts area="restraint" load={load}>
      {children}
    </LateTexts>
  )
}
