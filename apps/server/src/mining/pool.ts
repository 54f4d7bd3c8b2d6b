import type { Realm } from '@truemark/core/ledger/holders'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { type ForecastRow, type WealthPool, deskMiningRoutes as routes } from '@truemark/protocol/routes/deskMining'
import { realm as realmShape } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import { house } from '../engine/door.ts'
import { type Deed, actorOf, carryOut } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { miningForecast } from './forecast.ts'
import type { MiningPorts } from './ports.ts'

/** What another wealth product adds to the forecast of a realm. */
export type ForecastPart = (realm: Realm) => Promise<readonly ForecastRow[]>

const bounding = z.object({ realm: realmShape, currency: z.string(), debt_max: z.string() })

/** Binds the pool that pays for wealth products: what stands in it, what it has promised, and what falls due when. */
export function bindPool(gateway: Gateway, ports: MiningPorts, others: readonly ForecastPart[]): void {
  const { proposals } = ports
  proposals.define('pool_bound', {
    access: 'desk_wallet_write',
    payload: bounding,
    plan: async (wanted) => {
      const planned = await plan(ports, wanted)
      return planned.ok ? done({ subject: planned.data.subject, detail: planned.data.detail }) : planned
    },
    after: (wanted, deed) => bound(ports, wanted, deed),
  })
  gateway.bind(routes.deskWealthForecast, async ({ query: { realm } }) => {
    const parts = await Promise.all([miningForecast(ports)(realm), ...others.map((part) => part(realm))])
    const rows = parts.flat().toSorted((a, b) => a.date - b.date)
    return done({ pools: await poolsOf(ports, realm), rows })
  })
  gateway.bind(routes.deskWealthPoolBound, async ({ caller, params, body: { realm, debt_max, reason } }) => {
    const wanted = { realm, currency: params.currency, debt_max }
    const planned = await plan(ports, wanted)
    if (!planned.ok) return planned
    const gate = await proposals.gate(caller, 'pool_bound', wanted, reason)
    if (gate !== null) return gate
    return bound(ports, wanted, { actor: await actorOf(ports, caller), reason, key: null })
  })
}

async function poolsOf({ catalogue, exchange }: MiningPorts, realm: Realm): Promise<WealthPool[]> {
  const { pools } = await exchange.ask(house, { type: 'pool', realm })
  return pools.map(({ currency, stands, promised, debtMax }) => {
    const { code, scale } = catalogue.currency(currency)
    const amount = (units: bigint): string => formatDecimal(units, scale)
    return { currency: code, stands: amount(stands), promised: amount(promised), debt_max: amount(debtMax) }
  })
}

interface Wanted {
  readonly realm: Realm
  readonly currency: string
  readonly debt_max: string
}

interface Planned {
  readonly currency: number
  readonly debtMax: bigint
  readonly subject: string
  readonly detail: Readonly<Record<string, string>>
}

async function plan(ports: MiningPorts, { realm, currency, debt_max }: Wanted): Promise<Outcome<Planned>> {
  const known = ports.catalogue.currencyByCode(currency)
  if (known === undefined) return refused('currency_unknown')
  const debtMax = parseDecimal(debt_max, known.scale)
  if (debtMax === null) return refused('field_malformed')
  const before = (await poolsOf(ports, realm)).find((pool) => pool.currency === currency)?.debt_max ?? '0'
  const detail = { debt_max: `${before} → ${formatDecimal(debtMax, known.scale)}` }
  return done({ currency: known.id, debtMax, subject: `wealthPool ${realm} ${currency}`, detail })
}

async function bound(ports: MiningPorts, wanted: Wanted, { actor, reason, key }: Deed): Promise<Outcome<WealthPool>> {
  const planned = await plan(ports, wanted)
  if (!planned.ok) return planned
  const { currency, debtMax, subject, detail } = planned.data
  const command = { type: 'boundPool', realm: wanted.realm, currency, debtMax } as const
  const set = await carryOut(ports, command, { actor, action: 'pool_bounded', subject, reason, detail }, key)
  if (!set.ok) return set
  const pool = (await poolsOf(ports, wanted.realm)).find((one) => one.currency === wanted.currency)
  return pool === undefined ? refused('currency_unknown') : done(pool)
}
