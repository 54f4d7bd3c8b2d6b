import { serverTexts } from '@truemark/locales/serverTexts'
import { type LocaleId, formattingTag, locales } from '@truemark/protocol/locale'
import { createTranslator } from 'use-intl/core'
import type { Texts } from '../http/texts.ts'

type Values = Readonly<Record<string, string>>

/** Fills the text of a dotted key (`errors.price_invalid`) in a language; null where there is none. */
export type Translate = (locale: LocaleId, key: string, values: Values) => string | null

type Fill = (values: Values) => string | null

/** Loads the texts that the server speaks, in all languages. */
export async function loadTranslate(): Promise<Translate> {
  const messages = new Map<LocaleId, unknown>()
  for (const { id, tag } of locales) messages.set(id, await serverTexts(tag))
  const fills = new Map<string, Fill | null>()
  return (locale, key, values) => {
    const name = `${locale} ${key}`
    let fill = fills.get(name)
    if (fill === undefined) {
      const text = lookUp(messages.get(locale), key)
      fill = text === null ? null : fillOf(locale, text)
      // Keys come from our catalogues alone, so this is bounded by the number of texts.
      fills.set(name, fill)
    }
    return fill?.(values) ?? null
  }
}

/** The sentences of refusals and successes, as the gateway sends them. */
export function gatewayTexts(translate: Translate): Texts {
  return {
    refusal: (reason, params, locale) => translate(locale, `errors.${reason}`, params) ?? '',
    success: (name, locale) => translate(locale, `successes.${name}`, {}) ?? '',
  }
}

function lookUp(messages: unknown, key: string): string | null {
  let value = messages
  for (const part of key.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return null
    value = Reflect.get(value, part)
  }
  return typeof value === 'string' ? value : null
}

function fillOf(locale: LocaleId, text: string): Fill {
  if (!text.includes('{')) return () => text
  let missing = false
  const t = createTranslator({
    locale: formattingTag(locale),
    messages: { text },
    timeZone: 'UTC',
    onError: () => {
      missing = true
    },
  })
  return (values) => {
    missing = false
    const filled = t('text', { ...values })
    return missing ? null : filled
  }
}
