/** Where customer service is: a link of the operator's, or the app's own chat. */
export interface SupportLinks {
  im_link: string
  official_site_customer_service_link: string
}

/** Whether the operator has a chat of their own. Only web addresses count: a script's never. */
export function hasOwnChat(links: SupportLinks | null): boolean {
  return [links?.im_link, links?.official_site_customer_service_link].some((link) => {
    const protocol = link ? protocolOf(link) : null
    return protocol === 'https:' || protocol === 'http:'
  })
}

function protocolOf(link: string): string | null {
  try {
    return new URL(link).protocol
  } catch {
    return null
  }
}
