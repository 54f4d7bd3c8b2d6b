import { type RouteName, routes } from './routes/all.ts'
import type { DisclosureProduct } from './routes/disclosure.ts'
import { productRisks } from './routes/products.ts'
import type { RouteDefinition } from './routes/route.ts'

/** The classes of access whose routes take new risk; those that bring money in are others. */
export const riskAccess = ['risk', 'demo_no_wealth'] as const
type RiskAccess = (typeof riskAccess)[number]
type RiskRoute = { [N in RouteName]: (typeof routes)[N]['access'] extends RiskAccess ? N : never }[RouteName]

/** Which product's risks a call waits for. */
export interface DisclosureNeed {
  readonly product: DisclosureProduct
  /** A flag of the body with which the call only reduces: that waits for nothing. */
  readonly unless?: string
}

/**
 * Which risks must be understood before a route may be called on a real account: each route that takes new risk has a
 * row, or this does not compile. `null` is for those that open nothing leveraged, no option and nothing with a yield.
 */
export const disclosureNeeds: Readonly<Record<RiskRoute, DisclosureNeed | null>> = {
  spotOrderPlace: null,
  spotOrderAmend: null,
  spotConditionalPlace: null,
  spotTrailingPlace: null,
  perpetualOrderAmend: null,
  quoteAsk: null,
  exchangeMake: null,
  perpetualSet: null,
  contractOrderPlace: { product: 'contract' },
  perpetualOrderPlace: { product: 'perpetual', unless: 'reduce_only' },
  optionOrderPlace: { product: 'option' },
  ...productRisks,
}

const nameOf = ({ method, path }: Pick<RouteDefinition, 'method' | 'path'>): string => `${method} ${path}`
const needs = new Map<string, DisclosureNeed | null>(Object.entries(disclosureNeeds))
const byName = new Map<string, DisclosureNeed | null>(
  Object.entries(routes).flatMap(([name, route]) => {
    const need = needs.get(name)
    return need === undefined ? [] : [[nameOf(route), need] as const]
  }),
)

/** What a route waits for; `unlisted` for one that takes new risk and has no row, which is refused. */
export function disclosureNeedOf(route: RouteDefinition): DisclosureNeed | 'unlisted' | null {
  const need = byName.get(nameOf(route))
  if (need !== undefined) return need
  return riskAccess.some((access) => access === route.access) ? 'unlisted' : null
}

/** Whether a call with this body takes the risk that the need is about. */
export function takesRisk({ unless }: DisclosureNeed, body: unknown): boolean {
  if (unless === undefined || typeof body !== 'object' || body === null) return true
  return Reflect.get(body, unless) !== true
}
