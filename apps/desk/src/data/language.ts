import { localeDefault, localeForTags, locales, type LocaleId } from '@truemark/protocol/locale'
import { localStore } from '@truemark/ui/device/store'
import { createStore } from 'zustand/vanilla'

const storageName = 'truemark.desk.language'

function firstLanguage(): LocaleId {
  const kept = localStore.getItem(storageName)
  const known = locales.find((locale) => locale.id === kept)
  if (known) return known.id
  return typeof navigator === 'undefined' ? localeDefault : localeForTags(navigator.languages)
}

/** The language of the desk on this device. */
export const language = createStore<LocaleId>(firstLanguage)

/** Chooses the desk's language. */
export function chooseLanguage(locale: LocaleId): void {
  localStore.setItem(storageName, locale)
  language.setState(locale)
}
