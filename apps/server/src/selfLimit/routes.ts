import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { HolderId } from '@truemark/core/ledger/holders'
import { amountMax, dayMs, usdtScale } from '@truemark/core/money/units'
import { forGood, type SelfLimitView } from '@truemark/core/selfLimit/selfLimit'
import type { Reason } from '@truemark/protocol/errors'
import {
  pauseDays,
  pausesProven,
  type SelfLimitsAnswer,
  selfLimitRoutes as routes,
} from '@truemark/protocol/routes/selfLimit'
import { type Exchange, execute, house, sourceOf } from '../engine/door.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'

type PauseCall = Call<typeof routes.riskPause>

/** Identity's step-up, of which no more is known here: identity itself stands on this room. */
export interface SelfLimitStepUp {
  prove(
    asker: Pick<PauseCall, 'caller' | 'origin'>,
    proof: NonNullable<PauseCall['body']['proof']>,
  ): Promise<
    | { readonly ok: true }
    | { readonly ok: false; readonly reason: Reason; readonly params: Readonly<Record<string, string>> }
  >
}

export interface SelfLimitPorts {
  readonly exchange: Exchange
  /** The numbers of a person's holders, real and demo, as far as there are any. */
  readonly holdersOf: (userId: number) => Promise<readonly HolderId[]>
  readonly stepUp: SelfLimitStepUp
  readonly now: () => number
}

function shapeOf({ until, cause, limits, lost }: SelfLimitView): SelfLimitsAnswer {
  const text = (amount: bigint | null): string | null => (amount === null ? null : formatDecimal(amount, usdtScale))
  return {
    pause: until === 0 ? null : { until: until === forGood ? null : until, cause },
    limits: limits.map(({ limit, amount, looser }) => ({
      limit,
      amount: text(amount),
      looser: looser === null ? null : { amount: text(looser.amount), from: looser.from },
    })),
    lost_today: formatDecimal(lost, usdtScale),
  }
}

/** Binds the pause and the limits that people put on themselves. */
export function bindSelfLimit(gateway: Gateway, ports: SelfLimitPorts): void {
  gateway.bind(routes.ownLimits, ({ caller }) => viewOf(ports, caller))
  gateway.bind(routes.ownLimitSet, ({ caller, body }) => {
    const amount = body.amount === null ? null : parseDecimal(body.amount, usdtScale)
    if (body.amount !== null && amount === null) return refused('amount_invalid')
    if (amount !== null && amount > amountMax) return refused('field_malformed', { field: 'amount' })
    const { limit } = body
    const command = { type: 'setOwnLimit', holder: caller.holder, limit, amount } as const
    return execute(ports, { caller, key: null }, command, { done: () => viewOf(ports, caller) })
  })
  gateway.bind(routes.riskPause, async (call) => {
    const { caller, body } = call
    if (caller.realm === 'real' && pausesProven.has(body.length)) {
      if (body.proof === undefined) return refused('field_malformed', { field: 'proof' })
      const proved = await ports.stepUp.prove(call, body.proof)
      if (!proved.ok) return refused(proved.reason, proved.params)
    }
    const until = body.length === 'for_good' ? forGood : ports.now() + pauseDays[body.length] * dayMs
    const command = { type: 'pauseRisk', holder: caller.holder, until } as const
    return execute(ports, { caller, key: null }, command, {
      done: async () => {
        if (caller.realm === 'real') await pauseOthers(ports, caller, until)
        return viewOf(ports, caller)
      },
    })
  })
}

// the person's demo is paused by the house's own command; a demo session, which needs no password, pauses no real money
async function pauseOthers({ exchange, holdersOf }: SelfLimitPorts, caller: Caller, until: number): Promise<void> {
  for (const holder of await holdersOf(caller.userId)) {
    if (holder === caller.holder) continue
    const paused = await exchange.command(house, { type: 'pauseRisk', holder, until })
    const expected = paused.ok || paused.reason === 'pause_shorter' || paused.reason === 'holder_unknown'
    if (!expected) throw new Error(`a pause was not set: ${paused.reason}`)
  }
}

async function viewOf({ exchange }: SelfLimitPorts, caller: Caller): Promise<Outcome<SelfLimitsAnswer>> {
  return done(shapeOf(await exchange.ask(sourceOf(caller), { type: 'selfLimits', holder: caller.holder })))
}
