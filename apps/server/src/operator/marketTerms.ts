import type { Command } from '@truemark/core/vocabulary'
import type { AuditAction } from '@truemark/protocol/auditActions'
import type { ProposalKindName } from '@truemark/protocol/routes/deskProposals'
import type { MarketEnd } from '@truemark/protocol/routes/suspensions'
import type * as z from 'zod/mini'
import { type Outcome, done } from '../platform/http/call.ts'
import type { Caller } from '../platform/http/session.ts'
import { Turns } from '../platform/turns.ts'
import { carryOut } from './carryOut.ts'
import { type Named, changePayload } from './changePayload.ts'
import { type DeskPorts, actorOf } from './ports.ts'

/** How the audit log calls what was done of each kind, and what the exchange refused of it. */
const actions = {
  derivative: ['derivative_changed', 'derivative_change_refused'],
  derivative_open: ['derivative_opened', 'derivative_open_refused'],
  option: ['option_changed', 'option_change_refused'],
  option_open: ['option_opened', 'option_open_refused'],
  symbol: ['symbol_changed', 'symbol_change_refused'],
} as const satisfies Partial<Record<ProposalKindName, readonly [AuditAction, AuditAction]>>

/** One kind of a market's terms, and how they are set. */
interface MarketTerms<Body extends { readonly reason: string }, Planned, Shape> {
  readonly kind: keyof typeof actions
  readonly body: z.ZodMiniType<Body>
  /** The fields that switch trading, with what ends where one is switched off: everyone reads that a day ahead. */
  readonly switches: Readonly<Record<string, MarketEnd>>
  /** What a change comes to, with what was and what is to be for whoever decides; refused where it could not hold. */
  readonly plan: (
    symbol: string,
    body: Body,
  ) => Promise<Outcome<Planned & { readonly detail: Readonly<Record<string, string>> }>>
  readonly command: (planned: Planned) => Command
  /** The terms as they are once they are changed. */
  readonly shape: (planned: Planned) => Promise<Shape>
}

interface Asked<Body> {
  readonly caller: Caller
  readonly params: { readonly symbol: string }
  readonly body: Body
}

/** Says how two people change a kind of terms, and gives what answers whoever asks for a change. */
export function defineMarketTerms<Body extends { readonly reason: string }, Planned, Shape>(
  ports: DeskPorts,
  { kind, body: shapeOfBody, switches, plan, command, shape }: MarketTerms<Body, Planned, Shape>,
): (asked: Asked<Body>) => Promise<Outcome<Shape>> {
  // what is planned stands until it is done: of two who set the same terms at once, the second plans on what the first has set
  const turns = new Turns()
  const apply = (symbol: string, body: Body, named: Named): Promise<Outcome<Shape>> =>
    turns.take(0, () => applyInTurn(symbol, body, named))
  const applyInTurn = async (symbol: string, body: Body, { actor, key }: Named): Promise<Outcome<Shape>> => {
    const planned = await plan(symbol, body)
    if (!planned.ok) return planned
    const { detail } = planned.data
    const [action, refusedAction] = actions[kind]
    const entry = { actor, action, subject: symbol, reason: body.reason, detail } as const
    const changed = await carryOut(ports, command(planned.data), entry, key, refusedAction)
    return changed.ok ? done(await shape(planned.data)) : changed
  }
  const endsOf = (body: Body): MarketEnd[] =>
    Object.entries(switches).flatMap(([name, end]) => (Reflect.get(body, name) === false ? [end] : []))
  ports.proposals.define(kind, {
    access: 'desk_market_write',
    payload: changePayload(shapeOfBody),
    plan: async ({ symbol, body }) => {
      const planned = await plan(symbol, body)
      return planned.ok ? done({ subject: symbol, detail: planned.data.detail }) : planned
    },
    ends: ({ body }) => endsOf(body),
    after: ({ symbol, body }, { actor, key }) => apply(symbol, body, { actor, key }),
  })
  return async ({ caller, params: { symbol }, body }) => {
    const planned = await plan(symbol, body)
    if (!planned.ok) return planned
    const gate = await ports.proposals.gate(caller, kind, { symbol, body }, body.reason)
    return gate ?? apply(symbol, body, { actor: await actorOf(ports, caller), key: null })
  }
}

/** Every value of first terms, by its name in the call, for whoever decides on them and for the audit log. */
export function valuesOf(body: { readonly reason: string }): Record<string, string> {
  const rows = Object.entries(body)
    .filter(([name]) => name !== 'reason')
    .map(
      ([name, value]: [string, unknown]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    )
  return Object.fromEntries(rows)
}
