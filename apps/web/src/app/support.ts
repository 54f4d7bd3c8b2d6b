/** Where customer service is: a link of the operator's, or the app's own chat. */
export interface SupportLinks {
  im_link: string
  official_site_customer_service_link: string
}

export interface SupportVisitor {
  uid: string
  /** The language as the chat names it. */
  lang: string
  backUrl: string
}

/**
 * The operator's chat with uid, lang and back_url appended, or null where the app's own chat is to open. Only web
 * addresses are taken: a script's never.
 */
export function supportLink(links: SupportLinks | null, visitor: SupportVisitor): string | null {
  for (const link of [links?.im_link, links?.official_site_customer_service_link]) {
    if (!link || !URL.canParse(link)) continue
    const url = new URL(link)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') continue
    url.searchParams.set('uid', visitor.uid)
    url.searchParams.set('lang', visitor.lang)
    url.searchParams.set('back_url', visitor.backUrl)
    return url.href
  }
  return null
}
