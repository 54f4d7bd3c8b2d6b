/** One language of the product: its id on the wire, its BCP 47 tag, its code in the customer chat, its own name. */
export interface Locale {
  readonly id: string
  readonly tag: string
  readonly chat: string
  readonly name: string
}

/** The one table of languages. The `lang` header and the stored choice carry `id`. */
export const locales = [
  { id: 'en', tag: 'en', chat: 'en', name: 'English' },
  { id: 'zh', tag: 'zh-Hant', chat: 'zh', name: '繁體中文' },
  { id: 'jp', tag: 'ja', chat: 'ja', name: '日本語' },
  { id: 'vie', tag: 'vi', chat: 'vi', name: 'Tiếng Việt' },
  { id: 'th', tag: 'th', chat: 'th', name: 'ไทย' },
  { id: 'kor', tag: 'ko', chat: 'kr', name: '한국어' },
  { id: 'fre', tag: 'fr', chat: 'fr', name: 'Français' },
  { id: 'spa', tag: 'es', chat: 'es', name: 'Español' },
] as const satisfies readonly Locale[]

export type LocaleId = (typeof locales)[number]['id']
export type LocaleTag = (typeof locales)[number]['tag']

/** The language that stands where none is chosen and where a text is missing. */
export const localeDefault = 'en' satisfies LocaleId

/** Reads a language id as the wire carries it; anything unknown gives English. */
export function parseLocaleId(text: unknown): LocaleId {
  return locales.find((locale) => locale.id === text)?.id ?? localeDefault
}

/** The table's row of a language. */
export function localeOf(id: LocaleId): (typeof locales)[number] {
  return locales.find((locale) => locale.id === id) ?? locales[0]
}

/**
 * The language to start with for a reader whose browser prefers `tags` (BCP 47, best first): an exact tag, else the
 * same primary language, else English.
 */
export function localeForTags(tags: readonly string[]): LocaleId {
  for (const tag of tags) {
    const primary = tag.toLowerCase().split('-')[0]
    const match =
      locales.find((locale) => locale.tag.toLowerCase() === tag.toLowerCase()) ??
      locales.find((locale) => locale.tag.toLowerCase().split('-')[0] === primary)
    if (match !== undefined) return match.id
  }
  return localeDefault
}

/** The tag with which dates are formatted: Thai would otherwise print years of the Buddhist calendar. */
export function formattingTag(id: LocaleId): string {
  const { tag } = localeOf(id)
  return tag === 'th' ? 'th-u-ca-gregory' : tag
}
