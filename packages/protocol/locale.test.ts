import { describe, expect, it } from 'vitest'
import { formattingTag, localeForTags, localeOf, locales, parseLocaleId } from './locale.ts'

describe('the table of languages', () => {
  it('joins wire ids, tags and chat codes, each of one language alone', () => {
    const ids = ['en', 'zh', 'jp', 'vie', 'th', 'kor', 'fre', 'spa'] as const
    expect(ids.map((id) => localeOf(id).tag)).toEqual(['en', 'zh-Hant', 'ja', 'vi', 'th', 'ko', 'fr', 'es'])
    expect(ids.map((id) => localeOf(id).chat)).toEqual(['en', 'zh', 'ja', 'vi', 'th', 'kr', 'fr', 'es'])
    for (const part of ['id', 'tag', 'chat', 'name'] as const) {
      expect(new Set(locales.map((locale) => locale[part])).size).toBe(locales.length)
    }
  })

  it('reads an id, and anything else as English', () => {
    expect(parseLocaleId('kor')).toBe('kor')
    for (const other of ['ko', 'EN', '', undefined, null, 7, '__proto__']) expect(parseLocaleId(other)).toBe('en')
    expect(localeOf('jp').tag).toBe('ja')
  })

  it('starts in what the browser prefers', () => {
    expect(localeForTags(['de-DE', 'fr-CA', 'en'])).toBe('fre')
    expect(localeForTags(['zh-TW'])).toBe('zh')
    expect(localeForTags(['de', 'pl'])).toBe('en')
  })

  it('prints Gregorian years in Thai', () => {
    const year = new Intl.DateTimeFormat(formattingTag('th'), { year: 'numeric', timeZone: 'UTC' }).format(0)
    expect(year).toContain('1970')
  })
})
