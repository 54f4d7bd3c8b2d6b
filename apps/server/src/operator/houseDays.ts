import type { Realm } from '@truemark/core/ledger/holders'
import { dayMs } from '@truemark/core/money/units'
import { type HouseDay, deskDerivativeRoutes as routes } from '@truemark/protocol/routes/deskDerivative'
import { findWorthTotals, usdtText, valuer, worthPrices } from '../account/door.ts'
import { done } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { findExposures } from './exposure.store.ts'
import { type DayFlow, type DaySum, findDaySums } from './houseDay.store.ts'
import type { DeskPorts } from './ports.ts'

type DayPorts = Pick<DeskPorts, 'database' | 'catalogue' | 'market' | 'now'>

/** Binds what came in, went out, was taken as fees and was at stake, day by day. */
export function bindHouseDays(gateway: Gateway, ports: DayPorts): void {
  gateway.bind(routes.deskHouseDays, async ({ query }) =>
    done({ items: await daysOf(ports, query.realm ?? 'real', Number(query.days ?? '30')) }),
  )
}

async function daysOf(ports: DayPorts, realm: Realm, count: number): Promise<HouseDay[]> {
  const { catalogue, database, market, now } = ports
  const today = Math.floor(now() / dayMs)
  const first = today - count + 1
  const indexOf = (code: string): string | null => market.view.figures(code).index
  const valueOf = await valuer(database, first, today, {
    scaleOf: (currency) => catalogue.currency(currency).scale,
    prices: await worthPrices({ catalogue, database, indexOf, now }),
  })
  const worths = worthByDay(await findDaySums(database, realm, first), valueOf)
  const owned = await findWorthTotals(database, realm, first)
  const exposures = await findExposures(database, realm, first)
  const text = (units: bigint | null): string | null => (units === null ? null : usdtText(catalogue, units))
  return Array.from({ length: count }, (_, back): HouseDay => {
    const day = today - back
    const worth = (flow: DayFlow): string | null => {
      const value = worths.get(`${day} ${flow}`)
      return text(value === undefined ? 0n : value)
    }
    return {
      day: new Date(day * dayMs).toISOString().slice(0, 10),
      deposits: worth('deposit'),
      withdrawals: worth('withdrawal'),
      fees: worth('fees'),
      owned: text(owned.get(day) ?? null),
      exposure: text(exposures.get(day) ?? null),
    }
  })
}

/** What each flow of each day is worth, each currency rounded down; null where one of them has no price of that day. */
function worthByDay(
  sums: readonly DaySum[],
  valueOf: (day: number, currency: number, amount: bigint) => bigint | null,
): ReadonlyMap<string, bigint | null> {
  const found = new Map<string, bigint | null>()
  for (const { day, flow, currency, amount } of sums) {
    const key = `${day} ${flow}`
    const before = found.get(key)
    const value = valueOf(day, currency, amount)
    found.set(key, before === null || value === null ? null : (before ?? 0n) + value)
  }
  return found
}
