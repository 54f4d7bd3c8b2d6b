import { big, holderId, list, nullable, oneOf, struct, u53, union, type Of } from '../codec/codec.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { Holders } from '../ledger/standing.ts'
import { formatDecimal } from '../money/decimal.ts'
import { amountMax, dayMs, usdtScale } from '../money/units.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { HolderAgenda } from '../trigger/holderAgenda.ts'

/**
 * What people bound themselves by: a pause of all new risk, and limits of their own in smallest units of USDT. What is
 * tighter holds at once, what is looser a day later, and nobody, an operator neither, can make a pause shorter.
 */
export const ownLimits = ['deposit_day', 'loss_day', 'stake'] as const
export type OwnLimit = (typeof ownLimits)[number]

const causes = ['own', 'loss'] as const
const limitCodec = oneOf(ownLimits)

export const selfLimitCommands = {
  /** Pauses new risk until a time in UTC milliseconds; {@link forGood} has no end. */
  pauseRisk: [130, struct({ holder: holderId, until: u53 })],
  /** Sets a limit of one's own; null takes it away. */
  setOwnLimit: [131, struct({ holder: holderId, limit: limitCodec, amount: nullable(big) })],
} as const

export const selfLimitEvents = {
  riskPaused: [130, struct({ holder: holderId, until: u53, cause: oneOf(causes) })],
  riskResumed: [131, struct({ holder: holderId })],
  /** `from`: when it begins to hold. */
  ownLimitSet: [132, struct({ holder: holderId, limit: limitCodec, amount: nullable(big), from: u53 })],
} as const

const commandCodec = union(selfLimitCommands)
const eventCodec = union(selfLimitEvents)
export type SelfLimitCommand = Of<typeof commandCodec>
export type SelfLimitEvent = Of<typeof eventCodec>

/** A pause without an end. */
export const forGood = Number.MAX_SAFE_INTEGER
/** The delay before a looser limit holds. */
export const looserAfterMs = dayMs

interface Limit {
  readonly amount: bigint | null
  /** What holds from a later time on. */
  readonly next: { readonly amount: bigint | null; readonly from: number } | null
}

interface SelfLimit {
  /** When the pause ends; 0 where there is none. */
  until: number
  cause: (typeof causes)[number]
  readonly limits: Map<OwnLimit, Limit>
  /** What leveraged trades and options lost (above zero) or gained on a day of UTC. */
  loss: { day: number; amount: bigint }
}

const unset: Limit = { amount: null, next: null }
const dayOf = (time: number): number => Math.floor(time / dayMs)

function isTighter(amount: bigint | null, than: bigint | null): boolean {
  return amount !== null && (than === null || amount <= than)
}

/** Every holder's self-limits. Who has none costs a look into an empty map. */
export class SelfLimits {
  readonly #byHolder = new Map<HolderId, SelfLimit>()
  /** Derived: when pauses end. */
  readonly #agenda = new HolderAgenda()
  /** Derived: whose loss or limit of loss has changed since it was last looked at. */
  readonly #touched = new Set<HolderId>()

  /** Whether anybody is restrained at all. */
  get isEmpty(): boolean {
    return this.#byHolder.size === 0
  }

  has(holder: HolderId): boolean {
    return this.#byHolder.has(holder)
  }

  /** The limit that holds now, null for none. */
  limit(holder: HolderId, limit: OwnLimit, now: number): bigint | null {
    const { amount, next } = this.#byHolder.get(holder)?.limits.get(limit) ?? unset
    return next && now >= next.from ? next.amount : amount
  }

  /** Notes what a holder's leveraged trades and options brought (above zero) or cost. */
  note(holder: HolderId, change: bigint, now: number): void {
    const own = this.#byHolder.get(holder)
    if (!own || change === 0n) return
    const day = dayOf(now)
    const before = own.loss.day === day ? own.loss.amount : 0n
    own.loss = { day, amount: before - change }
    this.#touched.add(holder)
  }

  /** Decides a command; reads only. */
  decide(holders: Holders, command: SelfLimitCommand, now: number): Result<SelfLimitEvent[]> {
    const { holder } = command
    if (!holders.find(holder)) return rejected('holder_unknown')
    if (command.type === 'pauseRisk') {
      const { until } = command
      if (until <= now) return rejected('request_malformed')
      if (until <= (this.#byHolder.get(holder)?.until ?? 0)) return rejected('pause_shorter')
      return accepted([{ type: 'riskPaused', holder, until, cause: 'own' }])
    }
    const { limit, amount } = command
    if (amount !== null && (amount < 0n || amount > amountMax)) return rejected('amount_invalid')
    const holds = this.limit(holder, limit, now)
    const from = isTighter(amount, holds) ? now : now + looserAfterMs
    return accepted([{ type: 'ownLimitSet', holder, limit, amount, from }])
  }

  /** What falls due: pauses that end, and pauses because a limit of loss is reached. */
  *steps(now: number): Generator<readonly SelfLimitEvent[]> {
    for (let step = 0; this.#agenda.nextDue <= now && step < stepsMax; step++) {
      yield [{ type: 'riskResumed', holder: this.#agenda.next }]
    }
    yield* this.lossSteps(now)
  }

  /** Pauses because a limit of loss is reached, until the next day of UTC. */
  *lossSteps(now: number): Generator<readonly SelfLimitEvent[]> {
    for (const holder of this.#touched) {
      this.#touched.delete(holder)
      const own = this.#byHolder.get(holder)
      const max = this.limit(holder, 'loss_day', now)
      const until = (dayOf(now) + 1) * dayMs
      if (!own || max === null || own.loss.day !== dayOf(now) || own.loss.amount < max || own.until >= until) continue
      yield [{ type: 'riskPaused', holder, until, cause: 'loss' }]
    }
  }

  /** Says that nothing is left of which pauses could follow at once. */
  settle(): void {
    this.#touched.clear()
  }

  /** Changes the durable state by an event, at the time of its batch. */
  evolve(holders: Holders, event: SelfLimitEvent, now: number): void {
    const { holder } = event
    const own = this.#of(holder)
    if (event.type === 'ownLimitSet') {
      const { limit, amount, from } = event
      const holds = this.limit(holder, limit, now)
      own.limits.set(limit, from <= now ? { amount, next: null } : { amount: holds, next: { amount, from } })
      // a limit that today's loss has passed already holds at once
      if (limit === 'loss_day') this.#touched.add(holder)
      return
    }
    this.#agenda.remove(holder)
    own.until = event.type === 'riskPaused' ? event.until : 0
    if (event.type === 'riskPaused') own.cause = event.cause
    this.#await(holder, own)
    const standing = holders.find(holder)
    if (standing) holders.set(holder, { ...standing, restrained: own.until > 0 })
  }

  #of(holder: HolderId): SelfLimit {
    const known = this.#byHolder.get(holder)
    if (known) return known
    const fresh: SelfLimit = { until: 0, cause: 'own', limits: new Map(), loss: { day: 0, amount: 0n } }
    this.#byHolder.set(holder, fresh)
    return fresh
  }

  #await(holder: HolderId, { until }: SelfLimit): void {
    if (until > 0 && until !== forGood) this.#agenda.add(until, holder)
  }

  /** How a holder is restrained. */
  view(holder: HolderId, now: number): SelfLimitView {
    const own = this.#byHolder.get(holder)
    const limits = ownLimits.map((limit) => {
      const { next } = own?.limits.get(limit) ?? unset
      const later = next && now < next.from ? next : null
      const looser = later ? { amount: later.amount, from: later.from } : null
      return { limit, amount: this.limit(holder, limit, now), looser }
    })
    const lost = own && own.loss.day === dayOf(now) && own.loss.amount > 0n ? own.loss.amount : 0n
    return { until: own?.until ?? 0, cause: own?.cause ?? 'own', limits, lost }
  }

  /** What is kept of it. */
  keep(): Of<typeof keptSelfLimitsCodec> {
    return [...this.#byHolder].map(([holder, { until, cause, limits, loss }]) => ({
      holder,
      until,
      cause,
      loss,
      limits: ownLimits.flatMap((limit) => {
        const set = limits.get(limit)
        return set ? [{ limit, ...set }] : []
      }),
    }))
  }

  /** Puts what was kept into an empty state. */
  restore(kept: Of<typeof keptSelfLimitsCodec>): void {
    for (const { holder, until, cause, limits, loss } of kept) {
      const own = this.#of(holder)
      own.until = until
      own.cause = cause
      own.loss = loss
      for (const { limit, ...set } of limits) own.limits.set(limit, set)
      this.#await(holder, own)
    }
  }
}

const stepsMax = 1_000

/** The durable part in a snapshot; who is paused stands in the holder's standing besides. */
export const keptSelfLimitsCodec = list(
  struct({
    holder: holderId,
    until: u53,
    cause: oneOf(causes),
    loss: struct({ day: u53, amount: big }),
    limits: list(
      struct({
        limit: limitCodec,
        amount: nullable(big),
        next: nullable(struct({ amount: nullable(big), from: u53 })),
      }),
    ),
  }),
)

const viewFields = {
  /** 0 for no pause, {@link forGood} for one without an end. */
  until: u53,
  cause: oneOf(causes),
  limits: list(
    struct({
      limit: limitCodec,
      amount: nullable(big),
      looser: nullable(struct({ amount: nullable(big), from: u53 })),
    }),
  ),
  /** What leveraged trades and options lost today. */
  lost: big,
} as const
const viewCodec = struct(viewFields)
export type SelfLimitView = Of<typeof viewCodec>

export const selfLimitQueries = { selfLimits: [130, struct({ holder: holderId })] } as const
export const selfLimitReplies = { selfLimits: [130, viewCodec] } as const

/** The refusal of an amount beyond one's own limit, in whole text of USDT. */
export function ownLimitRefused(
  reason: 'own_stake_limit' | 'own_deposit_limit',
  left: bigint,
): ReturnType<typeof rejected> {
  return rejected(reason, { max: formatDecimal(left > 0n ? left : 0n, usdtScale) })
}
