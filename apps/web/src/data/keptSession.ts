import { locales, type LocaleId } from '@truemark/protocol/locale'
import { products } from '@truemark/core/capability/products'
import type { LoginAnswer, UserInfo } from '@truemark/protocol/routes/identity'
import type { Realm } from '@truemark/protocol/values'

/** Who is signed in on this device, apart for each account mode, and the reader's language. */
export interface Session {
  readonly mode: Realm
  readonly real: LoginAnswer | null
  readonly demo: LoginAnswer | null
  readonly locale: LocaleId
}

/**
 * Reads a session as this device keeps it: part by part, since what a login answers with is read by its shape before it is
 * kept, and the shapes come later than the first screen. One that lacks a part, as an older version kept it, is none: null.
 */
export function readSession(kept: unknown): Session | null {
  if (!isRecord(kept)) return null
  const { mode, real, demo, locale } = kept
  return isRealm(mode) && isAccount(real) && isAccount(demo) && isLocale(locale) ? { mode, real, demo, locale } : null
}

type Parts = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isRealm = (value: unknown): value is Realm => value === 'real' || value === 'demo'
const isLocale = (value: unknown): value is LocaleId => locales.some(({ id }) => id === value)

function isAccount(value: unknown): value is LoginAnswer | null {
  return value === null || (isRecord(value) && isText(value['token']) && isUserInfo(value['userInfo']))
}

const texts = ['uid', 'account', 'email', 'phone', 'nickname', 'avatar', 'country'] as const

function isUserInfo(value: unknown): value is UserInfo {
  if (!isRecord(value) || !texts.every((name) => isText(value[name]))) return false
  const { lang, realm, guest, real_name: levels, products: open, favourites, two_factor: second, created } = value
  return (
    isLocale(lang) &&
    isRealm(realm) &&
    typeof guest === 'boolean' &&
    typeof second === 'boolean' &&
    typeof created === 'number' &&
    Array.isArray(favourites) &&
    favourites.every(isText) &&
    isRecord(levels) &&
    isText(levels['primary']) &&
    isText(levels['advanced']) &&
    isRecord(open) &&
    products.every((product) => typeof open[product] === 'boolean')
  )
}
