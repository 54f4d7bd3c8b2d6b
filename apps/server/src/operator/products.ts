import { type ProductSwitch, deskDerivativeRoutes as routes, product } from '@truemark/protocol/routes/deskDerivative'
import type { AnswerOf, BodyOf, ParamsOf } from '@truemark/protocol/routes/route'
import * as z from 'zod/mini'
import { house } from '../engine/door.ts'
import { isCountry } from '../identity/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import { appendAudit } from './audit.store.ts'
import { type DeskPorts, actorOf } from './ports.ts'

type Switch = typeof routes.deskProductSwitch

/** Binds which products are on for real accounts of which country. */
export function bindProducts(gateway: Gateway, ports: DeskPorts): void {
  gateway.bind(routes.deskProducts, () => switches(ports))
  gateway.bind(routes.deskProductSwitch, ({ caller, params, body }) => turn(ports, caller, params, body))
}

async function switches({
  exchange,
  realConditions,
}: DeskPorts): Promise<Outcome<AnswerOf<typeof routes.deskProducts>>> {
  const { productsOn } = await exchange.ask(house, { type: 'catalogue' })
  const { operators, sources } = await realConditions()
  return done({
    switches: productsOn.flatMap(readPair),
    conditions: [
      { name: 'two_operators', met: operators },
      { name: 'three_live_sources', met: sources },
      // the page of the rules is served from the engine's own constants, so it is never missing
      { name: 'rules_published', met: true },
    ],
  })
}

// the engine keeps each switch that is on as country:product
function readPair(pair: string): ProductSwitch[] {
  const [country, name] = pair.split(':')
  const read = z.safeParse(product, name)
  return country !== undefined && read.success ? [{ country, product: read.data, on: true }] : []
}

async function turn(
  ports: DeskPorts,
  caller: Caller,
  { country, product: which }: ParamsOf<Switch>,
  { on, reason }: BodyOf<Switch>,
): Promise<Outcome<AnswerOf<Switch>>> {
  const { database, exchange } = ports
  if (!isCountry(country)) return refused('country_unknown')
  if (on) {
    const { operators, sources } = await ports.realConditions()
    if (!operators || !sources) return refused('switch_conditions_unmet')
  }
  const actor = await actorOf(ports, caller)
  const detail = { country, product: which, on: String(on) }
  const subject = `${country}:${which}`
  // the entry stands before the deed: nothing that the engine does for an operator is without one
  await database.transaction((client) =>
    appendAudit(client, { actor, action: 'product_switched', subject, reason, detail }),
  )
  const switched = await exchange.command(house, { type: 'switchProduct', country, product: which, on })
  return switched.ok ? done({ country, product: which, on }) : refused(switched.reason, switched.params)
}
