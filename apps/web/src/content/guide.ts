import type guide from '@truemark/locales/en/guide.json'
import type { LocaleId } from '@truemark/protocol/locale'

/** The software's own texts, for the pages that the operator has not written. */
export type Guide = typeof guide

const guides: Record<LocaleId, () => Promise<{ default: Guide }>> = {
  en: () => import('@truemark/locales/en/guide.json'),
  zh: () => import('@truemark/locales/zh-Hant/guide.json'),
  jp: () => import('@truemark/locales/ja/guide.json'),
  vie: () => import('@truemark/locales/vi/guide.json'),
  th: () => import('@truemark/locales/th/guide.json'),
  kor: () => import('@truemark/locales/ko/guide.json'),
  fre: () => import('@truemark/locales/fr/guide.json'),
  spa: () => import('@truemark/locales/es/guide.json'),
}

/** Loads the software's own texts in a language. Rejects where they can't be loaded. */
export async function loadGuide(id: LocaleId): Promise<Guide> {
  return (await guides[id]()).default
}
