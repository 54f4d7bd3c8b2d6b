import { realms } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { type DeskFunding, deskDerivativeRoutes as routes } from '@truemark/protocol/routes/deskDerivative'
import { findLastFundings } from '../derivative/door.ts'
import { house } from '../engine/door.ts'
import { done } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { DeskPorts } from './ports.ts'

/** Binds the rates of funding: what each would be now, and the last that was paid. */
export function bindFunding(gateway: Gateway, { catalogue, database, exchange }: DeskPorts): void {
  gateway.bind(routes.deskFunding, async () => {
    const rows: DeskFunding[] = []
    const last = await findLastFundings(database)
    for (const listing of catalogue.listings) {
      if (catalogue.derivative(listing.id) === undefined) continue
      for (const realm of realms) {
        const now = await exchange.ask(house, { type: 'funding', realm, listing: listing.id })
        const past = last.find((one) => one.realm === realm && one.listing === listing.id)
        rows.push({
          symbol: listing.code,
          realm,
          rate: formatDecimal(now.rate, rateScale),
          premium: formatDecimal(now.premiumRate, rateScale),
          samples: now.samples,
          next_time: now.nextStamp,
          last_rate: past === undefined ? null : formatDecimal(past.rate, rateScale),
          last_time: past?.stamp ?? null,
        })
      }
    }
    return done(rows)
  })
}
