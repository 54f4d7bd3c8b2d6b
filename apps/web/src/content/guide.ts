import type guide from '@truemark/locales/en/guide.json'
import { textsIn } from '@truemark/locales/textsIn'
import { localeOf, type LocaleId } from '@truemark/protocol/locale'

/** The software's own texts, for the pages that the operator has not written. */
export type Guide = typeof guide

const guides = import.meta.glob<Guide>('../../../../packages/locales/*/guide.json', { import: 'default' })

/** Loads the software's own texts in a language. Rejects where they can't be loaded. */
export function loadGuide(id: LocaleId): Promise<Guide> {
  return textsIn(localeOf(id).tag, guides)
}
