import { localeForTags, parseLocaleId, type LocaleId } from '@truemark/protocol/locale'

/** Under which name this device keeps its session. */
export const sessionName = 'truemark.session'

/** The language to start with on this device. */
export function firstLocale(): LocaleId {
  return typeof navigator === 'undefined' ? localeForTags([]) : localeForTags(navigator.languages)
}

/** What a kept session says of its reader before the code is there that reads all of it. */
export interface Glimpse {
  readonly locale: LocaleId
  /** Of whoever is signed in; null for a guest. */
  readonly token: string | null
}

/** Reads a kept session as far as it tells what to load first; whatever is wrong with it, somebody else finds out. */
export function glimpseOf(kept: string | null): Glimpse {
  try {
    const { state } = fieldsOf(JSON.parse(kept ?? ''))
    const { mode, locale, ...accounts } = fieldsOf(state)
    const account = fieldsOf(accounts)[mode === 'demo' ? 'demo' : 'real']
    const { token } = account === null ? { token: null } : fieldsOf(account)
    return { locale: parseLocaleId(locale), token: typeof token === 'string' ? token : null }
  } catch {
    return { locale: firstLocale(), token: null }
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new TypeError('no object')
  return { ...value }
}
