import type desk from '@truemark/locales/en/desk.json'
import type errors from '@truemark/locales/en/errors.json'
import { localeOf, type LocaleId } from '@truemark/protocol/locale'

/** The desk's texts in one language. English is the shape that every language has. */
export interface Messages {
  desk: typeof desk
  errors: typeof errors
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

const desks = import.meta.glob<typeof desk>('../../../../packages/locales/*/desk.json', { import: 'default' })
const catalogues = import.meta.glob<typeof errors>('../../../../packages/locales/*/errors.json', { import: 'default' })

function loaderOf<T>(files: Record<string, () => Promise<T>>, id: LocaleId): Promise<T> {
  const mine = Object.entries(files).find(([path]) => path.includes(`/locales/${localeOf(id).tag}/`))
  return mine === undefined ? Promise.reject(new Error(`there are no texts of ${id}`)) : mine[1]()
}

/** Loads a language's texts. Rejects where they can't be loaded. */
export async function loadMessages(id: LocaleId): Promise<Messages> {
  const [texts, reasons] = await Promise.all([loaderOf(desks, id), loaderOf(catalogues, id)])
  return { desk: texts, errors: reasons }
}
