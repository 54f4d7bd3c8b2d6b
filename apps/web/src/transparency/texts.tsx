import type transparency from '@truemark/locales/en/transparency.json'
import type { LocaleId } from '@truemark/protocol/locale'
import type { ReactNode } from 'react'
import { LateTexts } from '../reader/door.ts'

const texts: Record<LocaleId, () => Promise<{ default: typeof transparency }>> = {
  en: () => import('@truemark/locales/en/transparency.json'),
  zh: () => import('@truemark/locales/zh-Hant/transparency.json'),
  jp: () => import('@truemark/locales/ja/transparency.json'),
  vie: () => import('@truemark/locales/vi/transparency.json'),
  th: () => import('@truemark/locales/th/transparency.json'),
  kor: () => import('@truemark/locales/ko/transparency.json'),
  fre: () => import('@truemark/locales/fr/transparency.json'),
  spa: () => import('@truemark/locales/es/transparency.json'),
}

async function load(locale: LocaleId): Promise<typeof transparency> {
  return (await texts[locale]()).default
}

/** The texts of these pages, which the first page does not bring. */
export function TransparencyTexts({ children }: { children: ReactNode }) {
  return (
    <LateTexts area="transparency" load={load}>
      {children}
    </LateTexts>
  )
}
