import { createHash } from 'node:crypto'
import type { LocaleId } from '@truemark/protocol/locale'
import type { DisclosureProduct } from '@truemark/protocol/routes/disclosure'

/** Fills the text of a dotted key in a language; null where there is none. */
export type Translate = (locale: LocaleId, key: string, values: Readonly<Record<string, string>>) => string | null

const own = ['title', 'first', 'second', 'third'] as const
const common = ['asked', 'understand'] as const

/** What a person is shown of a product's risks: its title, three lines, when this is asked, the words of the button. */
export function linesOf(translate: Translate, product: DisclosureProduct, locale: LocaleId): string[] {
  const keys = [...own.map((name) => `${product}.${name}`), ...common]
  return keys.map((key) => {
    const text = translate(locale, `disclosure.${key}`, {})
    if (text === null) throw new Error(`the risks of ${product} lack ${key} in ${locale}`)
    return text
  })
}

/** SHA-256 over lines, each ended by a line feed, as 64 hex digits. */
export function digestOf(lines: readonly string[]): string {
  return createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex')
}
