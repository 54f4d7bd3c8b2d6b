import { createHmac } from 'node:crypto'
import { localeOf, type LocaleId } from '@truemark/protocol/locale'
import { supportRoutes as routes } from '@truemark/protocol/routes/support'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { SupportPorts } from './ports.ts'

/** Binds the link of the operator's own chat. */
export function bindSupportLink(gateway: Gateway, ports: SupportPorts): void {
  gateway.bind(routes.supportLink, async ({ caller, query, locale, origin }) => {
    const back = backUrl(query.back ?? '/home', origin())
    if (back === null) return refused('field_malformed')
    const { im_link, official_site_customer_service_link } = await ports.appData.fields()
    const visitor = { uid: ports.ids.write('user', caller.userId), locale, back, time: ports.now() }
    for (const link of [im_link, official_site_customer_service_link]) {
      const whole = signedLink(link, visitor, ports.linkSecret)
      if (whole !== null) return done({ link: whole })
    }
    return done({ link: null })
  })
}

/** The address in this app that a path leads back to; null where it leads elsewhere. */
export function backUrl(path: string, origin: string): string | null {
  if (!path.startsWith('/') || !URL.canParse(path, origin)) return null
  const url = new URL(path, origin)
  return url.origin === new URL(origin).origin && url.username === '' ? url.href : null
}

export interface Visitor {
  readonly uid: string
  readonly locale: LocaleId
  readonly back: string
  /** UTC milliseconds. */
  readonly time: number
}

/**
 * A link with uid, lang and back_url appended; with a secret also `time` (UTC seconds) and `sign`, the HMAC-SHA256 in
 * hex of the four values, one a line. Null where the link is none of the web.
 */
export function signedLink(link: string, { uid, locale, back, time }: Visitor, secret: string | null): string | null {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const lang = localeOf(locale).chat
  url.searchParams.set('uid', uid)
  url.searchParams.set('lang', lang)
  url.searchParams.set('back_url', back)
  if (secret === null) return url.href
  const seconds = String(Math.floor(time / 1_000))
  url.searchParams.set('time', seconds)
  url.searchParams.set('sign', createHmac('sha256', secret).update([uid, lang, back, seconds].join('\n')).digest('hex'))
  return url.href
}
