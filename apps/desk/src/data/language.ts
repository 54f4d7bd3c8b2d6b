import { localeDefault, localeForTags, locales, type LocaleId } from '@truemark/protocol/locale'
import { createKept } from './kept.ts'

const storageName = 'truemark.desk.language'

function firstLanguage(): LocaleId {
  try {
    const kept = localStorage.getItem(storageName)
    const known = locales.find((locale) => locale.id === kept)
    if (known) return known.id
  } catch {
    // Storage is forbidden or there is none: the browser's own languages decide.
  }
  return typeof navigator === 'undefined' ? localeDefault : localeForTags(navigator.languages)
}

/** The language of the desk on this device. */
export const language = createKept<LocaleId>(firstLanguage())

/** Chooses the desk's language. */
export function chooseLanguage(locale: LocaleId): void {
  try {
    localStorage.setItem(storageName, locale)
  } catch {
    // It then holds until the page is left.
  }
  language.set(locale)
}
