import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { derivativeFills, derivativeTermsAll } from '@truemark/protocol/routes/derivative'
import { perpetualFunding, perpetualLiquidations } from '@truemark/protocol/routes/perpetual'
import type { QueryOf } from '@truemark/protocol/routes/route'
import { pageLimit } from '@truemark/protocol/values'
import { usdtText } from '../account/door.ts'
import { placeInList, sourceOf } from '../engine/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import { fundingNumber } from './fundingIds.ts'
import { findFundings } from './funding.store.ts'
import { findFillsOfHolder } from './history.store.ts'
import { findLiquidations } from './liquidation.store.ts'
import { liquidationShape } from './liquidations.ts'
import type { DerivativePorts } from './ports.ts'
import { fillShape } from './shape.ts'
import { sharedTerms } from './sharedTerms.ts'
import { termsShape } from './termsShape.ts'

const stampText = /^[0-9]{1,15}$/

/** Binds what contracts and perpetuals share: terms, funding, liquidations. */
export function bindDerivative(gateway: Gateway, ports: DerivativePorts): void {
  const { catalogue, exchange, simulated } = ports
  const terms = sharedTerms(exchange)
  gateway.bind(derivativeTermsAll, async () => {
    const { listings, insurance } = await terms()
    return done(
      listings.flatMap(({ listing: id, openInterest, reach, paused, bracketVersion, measure, charges }) => {
        const derivative = catalogue.derivative(id)
        const figures = { openInterest, reach, paused, insurance, bracketVersion, measure, charges }
        return derivative === undefined
          ? []
          : [termsShape(catalogue, catalogue.listing(id), derivative, figures, simulated())]
      }),
    )
  })
  gateway.bind(derivativeFills, ({ caller, query }) => fills(ports, caller, query))
  gateway.bind(perpetualFunding, ({ caller, query }) => funding(ports, caller, query))
  gateway.bind(perpetualLiquidations, async ({ caller, query }) => {
    const place = placeIn(ports.ids, 'liquidation', query)
    if (place === null) return refused('field_malformed')
    await ports.reads.current()
    const rows = await findLiquidations(ports.database, caller.holder, place.before, place.limit)
    const items = await Promise.all(rows.map((row) => liquidationShape(ports, row)))
    return pageAtPlace(items, place, ({ liquidation_id }) => liquidation_id)
  })
}

async function fills(ports: DerivativePorts, caller: Caller, query: QueryOf<typeof derivativeFills>) {
  const { catalogue, database, reads } = ports
  const place = placeInList(ports, 'fill', query)
  if (!place.ok) return place
  await reads.settled(caller.holder)
  const rows = await findFillsOfHolder(database, { holder: caller.holder, ...place.data })
  const items = rows.map((row) => ({
    ...fillShape(ports, row),
    symbol: catalogue.listing(row.listing).code,
    product: row.positionKind === 'ticket' ? ('contract' as const) : ('perpetual' as const),
    fee_currency: 'USDT',
  }))
  return pageAtPlace(items, place.data, ({ id }) => id)
}

async function funding(ports: DerivativePorts, caller: Caller, query: QueryOf<typeof perpetualFunding>) {
  const { catalogue, database, exchange } = ports
  if (query.cursor !== undefined && !stampText.test(query.cursor)) return refused('field_malformed')
  const before = query.cursor === undefined ? null : Number(query.cursor)
  const listing = catalogue.byCode(query.symbol)
  if (listing === undefined || catalogue.derivative(listing.id) === undefined) return refused('symbol_unknown')
  const { holder, realm } = caller
  const now = await exchange.ask(sourceOf(caller), { type: 'funding', realm, listing: listing.id })
  await ports.reads.current()
  const limit = pageLimit(query.limit)
  const rows = await findFundings(database, holder, realm, listing.id, before, limit)
  const last = rows.at(-1)
  return done({
    symbol: listing.code,
    rate: formatDecimal(now.rate, rateScale),
    premium: formatDecimal(now.premiumRate, rateScale),
    samples: now.samples,
    next_time: now.nextStamp,
    time: ports.now(),
    simulated: ports.simulated(),
    items: rows.map((row) => ({
      id: ports.ids.write('funding', fundingNumber({ realm, listing: listing.id, stamp: row.stamp })),
      time: row.stamp,
      rate: formatDecimal(row.rate, rateScale),
      premium: formatDecimal(row.premiumRate, rateScale),
      mark: formatDecimal(row.markTenths, listing.priceDecimals + 1),
      payment: usdtText(catalogue, row.payment),
    })),
    cursor: last !== undefined && rows.length === limit ? String(last.stamp) : null,
  })
}
