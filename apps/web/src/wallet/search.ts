import { currency, id } from '@truemark/protocol/values'
import { network } from '@truemark/protocol/routes/wallet'
import type { Route } from './NetworkFields.tsx'

/** The currency and network that a page's query names; null where it names none that could be. */
export function routeInSearch(search: Readonly<Record<string, unknown>>): Route | null {
  const code = currency.safeParse(search['currency'])
  const name = network.safeParse(search['network'])
  return code.success && name.success ? { currency: code.data, network: name.data } : null
}

/** The id that a page's query names; null where it names none. */
export function idInSearch(search: Readonly<Record<string, unknown>>): string | null {
  const found = id.safeParse(search['id'])
  return found.success ? found.data : null
}
