import { textIn } from '../draft/door.ts'
import type { DayRate as CoreDayRate } from '@truemark/core/mining/command'
import { dayOf, daysAheadMax } from '@truemark/core/mining/terms'
import type { MiningProductView } from '@truemark/core/mining/view'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { dayMs, rateScale } from '@truemark/core/money/units'
import { type DeskMiningProduct, deskMiningRoutes as routes } from '@truemark/protocol/routes/deskMining'
import { type DayRate, dayRate } from '@truemark/protocol/routes/mining'
import * as z from 'zod/mini'
import { type Deed, actorOf, carryOut } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { productNamed, productShape } from './deskShape.ts'
import { findBodies } from './bodies.ts'
import type { MiningPorts } from './ports.ts'

const switching = z.object({ id: z.string(), on: z.boolean() })
const rating = z.object({ id: z.string(), rates: z.array(dayRate) })

/** Binds what is done to published products: taking orders or not, and the rates of days ahead. */
export function bindMiningControls(gateway: Gateway, ports: MiningPorts): void {
  const { proposals } = ports
  proposals.define('mining_switch', {
    access: 'desk_market_write',
    payload: switching,
    plan: async ({ id, on }) => {
      const subject = await subjectNamed(ports, id)
      return subject.ok ? done({ subject: subject.data.subject, detail: { on: String(on) } }) : subject
    },
    after: ({ id, on }, deed) => switchProduct(ports, id, on, deed),
  })
  proposals.define('mining_rates', {
    access: 'desk_market_write',
    payload: rating,
    plan: async ({ id, rates }) => {
      const planned = await plannedRates(ports, id, rates)
      return planned.ok ? done({ subject: planned.data.subject, detail: ratesDetail(rates) }) : planned
    },
    after: ({ id, rates }, deed) => publishRates(ports, id, rates, deed),
  })
  gateway.bind(routes.deskMiningSwitch, async ({ caller, params, body: { on, reason } }) => {
    const found = await subjectNamed(ports, params.id)
    if (!found.ok) return found
    // to stop new orders is one person's to do at once
    const gate = await proposals.gate(caller, 'mining_switch', { id: params.id, on }, reason)
    if (gate !== null) return gate
    const actor = await actorOf(ports, caller)
    return switchProduct(ports, params.id, on, { actor, reason, key: null })
  })
  gateway.bind(routes.deskMiningRates, async ({ caller, params, body: { rates, reason } }) => {
    const planned = await plannedRates(ports, params.id, rates)
    if (!planned.ok) return planned
    const gate = await proposals.gate(caller, 'mining_rates', { id: params.id, rates }, reason)
    if (gate !== null) return gate
    const actor = await actorOf(ports, caller)
    return publishRates(ports, params.id, rates, { actor, reason, key: null })
  })
}

interface Named {
  readonly product: MiningProductView
  readonly subject: string
}

async function subjectNamed(ports: MiningPorts, text: string): Promise<Outcome<Named>> {
  const product = await productNamed(ports, text)
  if (product === null) return refused('mining_unknown')
  const { currency, days, text: draft } = product.terms
  const name = textIn((await findBodies(ports.database, [draft])).get(draft)?.name, 'en')
  return done({ product, subject: `${name} ${ports.catalogue.currency(currency).code} ${days}` })
}

function dateText(date: number): string {
  return new Date(date).toISOString().slice(0, 10)
}

function ratesDetail(rates: readonly DayRate[]): Record<string, string> {
  return Object.fromEntries(rates.map(({ date, rate }) => [dateText(date), rate]))
}

interface PlannedRates extends Named {
  readonly rates: readonly CoreDayRate[]
}

// by the engine's own rules, so that a second person is asked only for what can be done
async function plannedRates(
  ports: MiningPorts,
  text: string,
  wanted: readonly DayRate[],
): Promise<Outcome<PlannedRates>> {
  const named = await subjectNamed(ports, text)
  if (!named.ok) return named
  const { terms, rates: known } = named.data.product
  const today = dayOf(ports.now())
  const rates: CoreDayRate[] = []
  for (const { date, rate: decimal } of wanted) {
    const rate = parseDecimal(decimal, rateScale)
    const day = dayOf(date)
    if (rate === null || date !== day * dayMs) return refused('field_malformed')
    if (day <= today || day > today + daysAheadMax) return refused('mining_day_begun')
    if (known.some((one) => one.day === day)) return refused('mining_day_published')
    if (rate < BigInt(terms.rateMin) || rate > BigInt(terms.rateMax)) {
      const [min, max] = [terms.rateMin, terms.rateMax].map((bound) => formatDecimal(bound, rateScale - 2))
      return refused('mining_rate_out_of_range', { min: min ?? '', max: max ?? '' })
    }
    rates.push({ day, rate: Number(rate) })
  }
  return done({ ...named.data, rates })
}

async function switchProduct(
  ports: MiningPorts,
  text: string,
  on: boolean,
  { actor, reason, key }: Deed,
): Promise<Outcome<DeskMiningProduct>> {
  const named = await subjectNamed(ports, text)
  if (!named.ok) return named
  const { subject, product } = named.data
  const detail = { on: `${product.on} → ${on}` }
  const command = { type: 'switchMining', product: product.product, on } as const
  const switched = await carryOut(ports, command, { actor, action: 'mining_switched', subject, reason, detail }, key)
  return switched.ok ? productShape(ports, text) : switched
}

async function publishRates(
  ports: MiningPorts,
  text: string,
  wanted: readonly DayRate[],
  { actor, reason, key }: Deed,
): Promise<Outcome<DeskMiningProduct>> {
  const planned = await plannedRates(ports, text, wanted)
  if (!planned.ok) return planned
  const { subject, product, rates } = planned.data
  const entry = { actor, action: 'mining_rates_published', subject, reason, detail: ratesDetail(wanted) } as const
  const command = { type: 'publishMiningRates', product: product.product, rates } as const
  const published = await carryOut(ports, command, entry, key)
  return published.ok ? productShape(ports, text) : published
}
