import type { Realm } from '@truemark/core/ledger/holders'
import { realms } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { type HouseStake, deskDerivativeRoutes as routes } from '@truemark/protocol/routes/deskDerivative'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { usdtText, worthOf } from '../account/door.ts'
import { averageText, lotsText, markText } from '../derivative/door.ts'
import { house } from '../engine/door.ts'
import { type Outcome, done } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { DeskPorts } from './ports.ts'

type House = AnswerOf<typeof routes.deskHouse>

/** Binds what the house has at stake, and what it has made of it. */
export function bindHouse(gateway: Gateway, ports: DeskPorts): void {
  gateway.bind(routes.deskHouse, async (): Promise<Outcome<House>> => {
    const stakes: HouseStake[] = []
    const accounts: House['accounts'] = []
    for (const realm of realms) {
      const spot = await spotStakes(ports, realm)
      const { stakes: leveraged, account } = await derivativeStakes(ports, realm, spot.worth)
      stakes.push(...spot.stakes, ...leveraged)
      accounts.push(account)
    }
    return done({ stakes, accounts })
  })
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
  return { stakes, worth: stakes.length === 0 ? 0n : worth }
}

async function derivativeStakes(ports: DeskPorts, realm: Realm, coins: bigint | null) {
  const { catalogue, exchange } = ports
  const usdt = (units: bigint): string => usdtText(catalogue, units)
  const found = await exchange.ask(house, { type: 'derivativeHouse', realm })
  let profit = coins
  const stakes = found.positions.map((position): HouseStake => {
    const listing = catalogue.listing(position.listing)
    const index = markText(listing, position.markTenths)
    const known = position.lots === 0 || index !== null
    profit = profit === null || !known ? null : profit + position.profit
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
  const account = {
    realm,
    liquidity: usdt(found.liquidity),
    clearing: usdt(found.clearing),
    insurance: usdt(found.insurance),
    fees: usdt(found.fees),
    profit: profit === null ? null : usdt(found.liquidity + profit),
  }
  return { stakes, account }
}
