import type { QueryClient } from '@tanstack/react-query'
import { firstFigures } from '@truemark/protocol/firstFigures'
import { deviceNow } from '@truemark/ui/device/serverTime'
import { appDataStore } from '../data/appData.ts'
import { marketsQuery } from '../data/markets.ts'
import { takeSymbolPrices } from '../data/prices.ts'

/** A browser may show a page that it kept from long ago; what is older is asked for anew at once. */
const freshMs = 10_000

/** Takes in what the page brought of app data and markets, so that the first drawing has them; false where it did not. */
export function takeFirstFigures(queries: QueryClient): boolean {
  const found = firstFigures.safeParse(broughtByPage())
  if (!found.success) return false
  const { app, markets } = found.data
  const age = Math.abs(deviceNow() - app.time)
  queries.setQueryData(marketsQuery.queryKey, markets, { updatedAt: age < freshMs ? deviceNow() : 0 })
  takeSymbolPrices(markets)
  // the token of the socket is not in it, and so it counts as never read
  appDataStore.setState({ data: app })
  return true
}

function broughtByPage(): unknown {
  try {
    return JSON.parse(document.querySelector('#first-figures')?.textContent ?? 'null')
  } catch {
    return null
  }
}
