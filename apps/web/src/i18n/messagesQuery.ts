import { firstTexts } from '@truemark/locales/firstTexts'
import { formattingTag, localeOf, type LocaleId } from '@truemark/protocol/locale'
import type { Language } from '@truemark/ui/i18n/LanguageProvider'
import { textsQuery } from '@truemark/ui/i18n/LateTexts'

/** The texts of a language, which are kept once they are there. */
export const messagesQuery = (locale: LocaleId) => {
  const { tag } = localeOf(locale)
  return textsQuery<Language>([locale], async () => ({
    tag,
    dateTag: formattingTag(locale),
    messages: await firstTexts(tag),
  }))
}
