import { realConditions } from '@truemark/core/book/realMoney'
import { isCountry } from '@truemark/payee/phone'
import { type ProductSwitch, deskDerivativeRoutes as routes, product } from '@truemark/protocol/routes/deskDerivative'
import type { AnswerOf, BodyOf, ParamsOf } from '@truemark/protocol/routes/route'
import { country as countryCode, reasonText } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import { house } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import { carryOut } from './carryOut.ts'
import type { Named } from './changePayload.ts'
import { type DeskPorts, actorOf } from './ports.ts'

type Switch = typeof routes.deskProductSwitch

/** Binds which products are on for real accounts of which country. */
export function bindProducts(gateway: Gateway, ports: DeskPorts): void {
  ports.proposals.define('product', {
    access: 'desk_market_write',
    payload: z.object({ country: countryCode, product, on: z.boolean(), reason: reasonText }),
    plan: async ({ country, product: which, on }) => {
      const refusal = await refusalOf(ports, country, on)
      if (refusal !== null) return refusal
      const was = await isOn(ports, country, which)
      return done({ subject: `${country}:${which}`, detail: { on: `${was} → ${on}` } })
    },
    after: ({ on, reason, ...params }, { actor, key }) => apply(ports, { actor, key }, params, { on, reason }),
  })
  gateway.bind(routes.deskProducts, () => switches(ports))
  gateway.bind(routes.deskProductSwitch, ({ caller, params, body }) => turn(ports, caller, params, body))
}

async function switches({ exchange, realMoney }: DeskPorts): Promise<Outcome<AnswerOf<typeof routes.deskProducts>>> {
  const { productsOn } = await exchange.ask(house, { type: 'catalogue' })
  const unmet = await realMoney.look()
  return done({
    switches: productsOn.flatMap(readPair),
    conditions: realConditions.map((name) => ({ name, met: !unmet.includes(name) })),
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
  const refusal = await refusalOf(ports, country, on)
  if (refusal !== null) return refusal
  const asked = { country, product: which, on, reason }
  const gate = await ports.proposals.gate(caller, 'product', asked, reason)
  if (gate !== null) return gate
  return apply(ports, { actor: await actorOf(ports, caller), key: null }, { country, product: which }, { on, reason })
}

async function refusalOf(ports: DeskPorts, country: string, on: boolean): Promise<Outcome<never> | null> {
  if (!isCountry(country)) return refused('country_unknown')
  if (!on) return null
  // the switch itself is what the last condition waits for
  const missing = (await ports.realMoney.look()).filter((name) => name !== 'country_on')
  return missing.length === 0 ? null : refused('switch_conditions_unmet', { missing: missing.join(',') })
}

async function isOn({ exchange }: DeskPorts, country: string, which: string): Promise<boolean> {
  const { productsOn } = await exchange.ask(house, { type: 'catalogue' })
  return productsOn.includes(`${country}:${which}`)
}

async function apply(
  ports: DeskPorts,
  { actor, key }: Named,
  { country, product: which }: ParamsOf<Switch>,
  { on, reason }: BodyOf<Switch>,
): Promise<Outcome<AnswerOf<Switch>>> {
  const detail = { country, product: which, on: String(on) }
  const subject = `${country}:${which}`
  const command = { type: 'switchProduct', country, product: which, on } as const
  const switched = await carryOut(ports, command, { actor, action: 'product_switched', subject, reason, detail }, key)
  return switched.ok ? done({ country, product: which, on }) : switched
}
