import type { QueryClient } from '@tanstack/react-query'
import type { FirstFigures } from '@truemark/protocol/firstFigures'
import { jsonOf } from '@truemark/protocol/jsonOf'
import { deviceNow } from '@truemark/ui/device/serverTime'
import { appData, appDataStore } from '../data/appData.ts'
import { marketsQuery } from '../data/marketsQuery.ts'
import { takeSymbolPrices } from '../data/prices.ts'

/** A browser may show a page that it kept from long ago; what is older is asked for anew at once. */
const freshMs = 10_000

/**
 * Takes in what the page brought of app data and markets, so that the first drawing has them; false where it did not. They
 * are held against their shapes once these are there: what has not the shape is asked for anew.
 */
export function takeFirstFigures(queries: QueryClient): boolean {
  const found = broughtByPage()
  if (!hasFigures(found)) return false
  const { app, markets } = found
  const age = Math.abs(deviceNow() - app.time)
  queries.setQueryData(marketsQuery.queryKey, [...markets], { updatedAt: age < freshMs ? deviceNow() : 0 })
  takeSymbolPrices(markets)
  // the token of the socket is not in it, and so it counts as never read
  appDataStore.setState({ data: app })
  void import('./figureShapes.ts').then(async ({ haveShape }) => {
    if (!haveShape(found)) await Promise.all([queries.resetQueries(marketsQuery), appData(true)])
  })
  return true
}

function broughtByPage(): unknown {
  return jsonOf(document.querySelector('#first-figures')?.textContent ?? 'null')
}

function hasFigures(found: unknown): found is FirstFigures {
  if (typeof found !== 'object' || found === null || !('app' in found) || !('markets' in found)) return false
  const { app, markets } = found
  const hasMarkets = Array.isArray(markets) && markets.every((one) => typeof one === 'object' && one !== null)
  return typeof app === 'object' && app !== null && 'time' in app && hasMarkets
}
