import type { Realm } from '@truemark/core/ledger/holders'
import { realms } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import {
  type HouseOption,
  type HouseProfit,
  type HouseStake,
  deskDerivativeRoutes as routes,
} from '@truemark/protocol/routes/deskDerivative'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { usdtText, worthOf } from '../account/door.ts'
import { averageText, lotsText, markText } from '../derivative/door.ts'
import { house } from '../engine/door.ts'
import { type Outcome, done } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { bindHouseDays } from './houseDays.ts'
import { type HouseResult, findHouseResults } from './houseResult.store.ts'
import { optionExposures } from './options.ts'
import type { DeskPorts } from './ports.ts'

type House = AnswerOf<typeof routes.deskHouse>
type HousePorts = Pick<DeskPorts, 'database' | 'exchange' | 'catalogue' | 'market'>

/** Binds what the house has at stake, and what it has made of it. */
export function bindHouse(gateway: Gateway, ports: DeskPorts): void {
  gateway.bind(routes.deskHouse, async (): Promise<Outcome<House>> => {
    const stakes: HouseStake[] = []
    const accounts: House['accounts'] = []
    const profits: HouseProfit[] = []
    const results = await findHouseResults(ports.database)
    for (const realm of realms) {
      const spot = await spotStakes(ports, realm)
      const { stakes: leveraged, account, open } = await derivativeStakes(ports, realm, spot.worth)
      stakes.push(...spot.stakes, ...leveraged)
      accounts.push({ ...account, option_pool: usdtText(ports.catalogue, spot.optionPool) })
      profits.push(...profitsOf(ports, realm, results, open))
    }
    return done({ stakes, options: await optionStakes(ports), profits, accounts })
  })
  bindHouseDays(gateway, ports)
}

/** What each product has brought the house in each realm, as the desk and the public page show it. */
export async function houseProfits(ports: HousePorts): Promise<HouseProfit[]> {
  const results = await findHouseResults(ports.database)
  const profits: HouseProfit[] = []
  for (const realm of realms) {
    const { open } = await derivativeStakes(ports, realm, null)
    profits.push(...profitsOf(ports, realm, results, open))
  }
  return profits
}

// what the house holds of coins, and what all of it is worth; null while one of them has no index
async function spotStakes({ catalogue, exchange, market }: DeskPorts, realm: Realm) {
  const { accounts } = await exchange.ask(house, { type: 'house', realm })
  let worth: bigint | null = 0n
  const stakes = catalogue.listings.map((listing): HouseStake => {
    const base = catalogue.currency(listing.base)
    const { index } = market.view.figures(listing.code)
    const held = accounts.find((one) => one.house === 'liquidity' && one.currency === listing.base)?.posted ?? 0n
    const value = worthOf(catalogue, () => index, listing.base, held)
    worth = worth === null || value === null ? null : worth + value
    return {
      symbol: listing.code,
      realm,
      product: 'spot',
      position: formatDecimal(held, base.scale),
      position_max: formatDecimal(listing.ladder.positionMax, listing.quantityDecimals),
      entry_price: null,
      index,
      profit: null,
      open_interest: '0',
    }
  })
  const optionPool = accounts.find((one) => one.house === 'optionPool' && one.currency === 0)?.posted ?? 0n
  return { stakes, worth: stakes.length === 0 ? 0n : worth, optionPool }
}

async function derivativeStakes(ports: HousePorts, realm: Realm, coins: bigint | null) {
  const { catalogue, exchange } = ports
  const usdt = (units: bigint): string => usdtText(catalogue, units)
  const found = await exchange.ask(house, { type: 'derivativeHouse', realm })
  const stakes = found.positions.map((position): HouseStake => {
    const listing = catalogue.listing(position.listing)
    const index = markText(listing, position.markTenths)
    const known = position.lots === 0 || index !== null
    return {
      symbol: listing.code,
      realm,
      product: 'derivative',
      position: `${position.side === 'short' && position.lots > 0 ? '-' : ''}${lotsText(position.lots)}`,
      position_max: lotsText(position.positionMax),
      entry_price: averageText(ports, listing, position.lots, position.cost),
      index,
      profit: known ? usdt(position.profit) : null,
      open_interest: usdt(position.openInterest),
    }
  })
  const unrealised = found.positions.reduce<bigint | null>(
    (sum, { lots, markTenths, profit }) => (sum === null || (lots > 0 && markTenths === 0) ? null : sum + profit),
    0n,
  )
  const account = {
    realm,
    liquidity: usdt(found.liquidity),
    clearing: usdt(found.clearing),
    insurance: usdt(found.insurance),
    fees: usdt(found.fees),
    profit: coins === null || unrealised === null ? null : usdt(found.liquidity + coins + unrealised),
  }
  return { stakes, account, open: unrealised }
}

async function optionStakes(ports: DeskPorts): Promise<HouseOption[]> {
  const { catalogue, exchange } = ports
  const { terms } = await exchange.ask(house, { type: 'optionTerms' })
  const caps = new Map(terms.map((one) => [one.listing, one.terms.exposureMax]))
  const usdt = (units: bigint): string => usdtText(catalogue, units)
  return (await optionExposures(ports)).map(({ realm, listing, up, down }) => ({
    symbol: catalogue.listing(listing).code,
    realm,
    up: usdt(up),
    down: usdt(down),
    exposure_max: usdt(caps.get(listing) ?? 0n),
  }))
}

/** What each product has brought the house in a realm; `open` is what its open derivative positions would bring now. */
function profitsOf(
  { catalogue, market }: HousePorts,
  realm: Realm,
  results: readonly HouseResult[],
  open: bigint | null,
): HouseProfit[] {
  const indexOf = (code: string): string | null => market.view.figures(code).index
  const worth = (passes: (result: HouseResult) => boolean): bigint | null =>
    results
      .filter((result) => result.realm === realm && passes(result))
      .reduce<bigint | null>((sum, { currency, amount }) => {
        const value = worthOf(catalogue, indexOf, currency, amount)
        return sum === null || value === null ? null : sum + value
      }, 0n)
  const row = (product: HouseProfit['product'], unrealised: bigint | null): HouseProfit => {
    const realised = worth(({ source, account }) => source === product && account !== 'fees')
    const fees = worth(({ source, account }) => source === product && account === 'fees')
    const funding = product === 'derivative' ? (worth(({ source }) => source === 'funding') ?? 0n) : 0n
    const trading = realised === null || unrealised === null ? null : realised + unrealised
    const profit = trading === null || fees === null ? null : trading + fees + funding
    const usdt = (units: bigint | null): string | null => (units === null ? null : usdtText(catalogue, units))
    return {
      realm,
      product,
      trading: usdt(trading),
      funding: usdtText(catalogue, funding),
      fees: usdt(fees),
      profit: usdt(profit),
    }
  }
  return [row('spot', 0n), row('derivative', open), row('option', 0n)]
}
