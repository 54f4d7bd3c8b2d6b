import { realms } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import type { AnswerOf, QueryOf } from '@truemark/protocol/routes/route'
import { transparencyRoutes as routes } from '@truemark/protocol/routes/transparency'
import { usdtText } from '../account/door.ts'
import { averageText, findInsuranceMoves, findPublicCloses, lotsText, sharedTerms } from '../derivative/door.ts'
import { placeInList } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import type { TransparencyPorts } from './ports.ts'

/** Binds what anyone may see of liquidations and of the insurance funds that stand behind them. */
export function bindRisk(gateway: Gateway, ports: TransparencyPorts): void {
  const terms = sharedTerms(ports.exchange)
  gateway.bind(routes.insuranceFund, async ({ query }) => insurance(ports, query, await terms()))
  gateway.bind(routes.liquidationsPublic, ({ query }) => liquidations(ports, query))
}

async function insurance(
  { catalogue, database, ids }: TransparencyPorts,
  query: QueryOf<typeof routes.insuranceFund>,
  terms: Awaited<ReturnType<ReturnType<typeof sharedTerms>>>,
): Promise<Outcome<AnswerOf<typeof routes.insuranceFund>>> {
  const place = placeIn(ids, 'insurance', query)
  if (place === null) return refused('field_malformed')
  // a market's leverage stops at its own floor: the highest is the first to be reached
  const floor = terms.listings.reduce((most, { terms: { insuranceFloor } }) => {
    return insuranceFloor > most ? insuranceFloor : most
  }, 0n)
  const moves = await findInsuranceMoves(database, query.realm, place.before, place.limit)
  const items = moves.map(({ id, time, realm, listing, amount, reason, balanceAfter }) => ({
    id: ids.write('insurance', id),
    time,
    realm,
    symbol: listing === null ? null : catalogue.listing(listing).code,
    amount: usdtText(catalogue, amount),
    reason,
    balance: usdtText(catalogue, balanceAfter),
  }))
  return done({
    funds: realms.map((realm) => ({
      realm,
      balance: usdtText(catalogue, terms.insurance[realm]),
      floor: usdtText(catalogue, floor),
    })),
    items,
    cursor: moves.length === place.limit ? (items.at(-1)?.id ?? null) : null,
  })
}

async function liquidations(
  ports: TransparencyPorts,
  query: QueryOf<typeof routes.liquidationsPublic>,
): Promise<Outcome<AnswerOf<typeof routes.liquidationsPublic>>> {
  const { catalogue, database, ids } = ports
  const place = placeInList(ports, 'liquidationClose', query)
  if (!place.ok) return place
  const { before, limit, listing } = place.data
  const closes = await findPublicCloses(database, { realm: query.realm, listing }, before, limit)
  const items = closes.map((close) => {
    const market = catalogue.listing(close.listing)
    return {
      id: ids.write('liquidationClose', close.id),
      time: close.time,
      realm: close.realm,
      symbol: market.code,
      side: close.side,
      lots: lotsText(close.lots),
      mark: formatDecimal(close.indexTenths, market.priceDecimals + 1),
      price: averageText(ports, market, close.lots, close.quoteAmount) ?? '0',
      taken_over: close.takenOver,
      insurance: usdtText(catalogue, close.insurance),
      // real positions are liquidated on live prices alone
      simulated: close.realm === 'demo' && ports.kind() !== 'live',
    }
  })
  return pageAtPlace(items, place.data, ({ id }) => id)
}
