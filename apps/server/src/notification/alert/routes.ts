import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { notificationLimits } from '@truemark/protocol/notifications'
import { type PriceAlert, notificationRoutes } from '@truemark/protocol/routes/notification'
import type { Catalogue } from '../../engine/door.ts'
import type { MarketFigures } from '../../market/door.ts'
import { type Outcome, done, refused } from '../../platform/http/call.ts'
import type { Gateway } from '../../platform/http/gateway.ts'
import { paged } from '../../platform/http/page.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { PublicIds } from '../../platform/publicId.ts'
import { type Alert, type NewAlert, findAlerts, insertAlert, removeAlert } from './alert.store.ts'
import { isPassed } from './alertBook.ts'

export interface AlertRoutePorts {
  readonly database: Database
  readonly ids: PublicIds
  readonly catalogue: Catalogue
  readonly figures: (symbol: string) => Pick<MarketFigures, 'lastPrice' | 'index'>
  /** Who watches the prices. */
  readonly alerts: { put(alert: Alert): void; remove(id: number): void }
  readonly now: () => number
}

/** Binds a person's price alerts. */
export function bindAlerts(gateway: Gateway, ports: AlertRoutePorts): void {
  const { database, ids, alerts } = ports
  gateway.bind(notificationRoutes.priceAlerts, async ({ caller, query }) => {
    const found = await findAlerts(database, caller.userId, query.symbol ?? null)
    const items = found.map((alert) => alertShape(ids, alert))
    return paged(items, query, ({ id }) => id)
  })
  gateway.bind(notificationRoutes.priceAlertMake, ({ caller, body }) => make(ports, { ...body, userId: caller.userId }))
  gateway.bind(notificationRoutes.priceAlertRemove, async ({ caller, params }) => {
    const id = ids.read('alert', params.id)
    if (id === null || !(await removeAlert(database, caller.userId, id))) return refused('alert_unknown')
    alerts.remove(id)
    return done(null)
  })
}

async function make(ports: AlertRoutePorts, wanted: NewAlert): Promise<Outcome<PriceAlert>> {
  const { database, ids, catalogue, alerts } = ports
  const listing = catalogue.byCode(wanted.symbol)
  if (listing === undefined) return refused('symbol_unknown')
  const ticks = parseDecimal(wanted.price, listing.priceDecimals)
  if (ticks === null) return refused('price_off_tick', { tick: formatDecimal(1, listing.priceDecimals) })
  if (ticks <= 0n || ticks > BigInt(Number.MAX_SAFE_INTEGER)) return refused('price_invalid')
  const { lastPrice, index } = ports.figures(wanted.symbol)
  const now = wanted.source === 'last' ? lastPrice : index
  if (now === null) return refused('market_stale')
  // one level has one spelling
  const price = formatDecimal(ticks, listing.priceDecimals)
  if (isPassed(wanted.direction, price, now)) return refused('alert_price_passed')
  const alert = await database.transaction((client) => insertAlert(client, { ...wanted, price }))
  if (alert === null) return refused('alerts_too_many', { max: String(notificationLimits.alertsMax) })
  alerts.put(alert)
  return done(alertShape(ids, alert))
}

function alertShape(ids: PublicIds, alert: Alert): PriceAlert {
  const { symbol, direction, source, price, repeats, firedAt, createdAt } = alert
  return {
    id: ids.write('alert', alert.id),
    symbol,
    direction,
    source,
    price,
    repeats,
    fired: firedAt,
    time: createdAt,
  }
}
