import type { BracketTerms } from '@truemark/core/margin/brackets'
import { parseDecimal } from '@truemark/core/money/decimal'
import { deskDerivativeRoutes as routes } from '@truemark/protocol/routes/deskDerivative'
import type { BracketMeasure } from '@truemark/protocol/routes/derivative'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { bracketsShape } from '../derivative/door.ts'
import type { Catalogue } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { carryOut } from './carryOut.ts'
import { type Named, changePayload } from './changePayload.ts'
import { type DeskPorts, actorOf } from './ports.ts'

type Announcement = BodyOf<typeof routes.deskBracketsAnnounce>

/**
 * Binds measures: brackets for all open positions of a market, announced a day ahead at least. None names a person, and
 * two people make each, on an installation that is declared to have one operator too.
 */
export function bindMeasures(gateway: Gateway, ports: DeskPorts): void {
  const { proposals } = ports
  proposals.define('brackets', {
    access: 'desk_market_write',
    strict: true,
    payload: changePayload(routes.deskBracketsAnnounce.body),
    plan: async ({ symbol, body }) => {
      const planned = plan(ports, symbol, body)
      return planned.ok ? done({ subject: symbol, detail: planned.data.detail }) : planned
    },
    after: ({ symbol, body }, { actor, key }) => announce(ports, { actor, key }, symbol, body),
  })
  gateway.bind(routes.deskBracketsAnnounce, async ({ caller, params, body }) => {
    const asked = await proposals.ask(caller, 'brackets', { symbol: params.symbol, body }, body.reason)
    return asked.ok ? refused('approval_pending') : asked
  })
  gateway.bind(routes.deskBracketsWithdraw, async ({ caller, params, body }) => {
    const listing = ports.catalogue.byCode(params.symbol)
    if (listing === undefined) return refused('symbol_unknown')
    const actor = await actorOf(ports, caller)
    const command = { type: 'withdrawBrackets', listing: listing.id } as const
    const said = { subject: params.symbol, reason: body.reason, detail: {} }
    const entry = { actor, action: 'brackets_withdrawn', ...said } as const
    const withdrawn = await carryOut(ports, command, entry, null, 'brackets_withdrawn_refused')
    return withdrawn.ok ? done(null) : withdrawn
  })
}

/** Brackets as integers of the engine; null where a text is no amount. */
function bracketsOf(catalogue: Catalogue, body: Announcement): BracketTerms[] | null {
  const brackets: BracketTerms[] = []
  for (const { floor, maintenance_rate: rate, multiple_max: multipleMax } of body.brackets) {
    const units = parseDecimal(floor, catalogue.currency(0).scale)
    const maintenanceRate = parseDecimal(rate, 9)
    if (units === null || maintenanceRate === null || maintenanceRate > 1_000_000_000n || multipleMax < 1) return null
    brackets.push({ floor: units, maintenanceRate: Number(maintenanceRate), multipleMax })
  }
  return brackets
}

interface Planned {
  readonly listing: number
  readonly brackets: readonly BracketTerms[]
  readonly detail: Readonly<Record<string, string>>
}

function plan({ catalogue }: DeskPorts, symbol: string, body: Announcement): Outcome<Planned> {
  const listing = catalogue.byCode(symbol)
  const derivative = listing === undefined ? undefined : catalogue.derivative(listing.id)
  if (listing === undefined || derivative === undefined) return refused('symbol_unknown')
  const brackets = bracketsOf(catalogue, body)
  if (brackets === null) return refused('field_malformed')
  const shown = (terms: readonly BracketTerms[]): string => JSON.stringify(bracketsShape(catalogue, terms))
  const detail = {
    brackets: `${shown(derivative.brackets)} → ${shown(brackets)}`,
    effective_time: new Date(body.effective_time).toISOString(),
  }
  return done({ listing: listing.id, brackets, detail })
}

async function announce(
  ports: DeskPorts,
  { actor, key }: Named,
  symbol: string,
  body: Announcement,
): Promise<Outcome<BracketMeasure | null>> {
  const planned = plan(ports, symbol, body)
  if (!planned.ok) return planned
  const { listing, brackets, detail } = planned.data
  const command = { type: 'announceBrackets', listing, brackets, effectiveAt: body.effective_time } as const
  const entry = { actor, action: 'brackets_announced', subject: symbol, reason: body.reason, detail } as const
  const announced = await carryOut(ports, command, entry, key, 'brackets_announced_refused')
  return announced.ok ? done(null) : announced
}
