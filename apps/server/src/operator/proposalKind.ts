import type { Access } from '@truemark/protocol/access'
import type { MarketEnd } from '@truemark/protocol/routes/suspensions'
import * as z from 'zod/mini'
import { type Outcome, type RequestKey, done } from '../platform/http/call.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { ActingOperator } from './acting.ts'

/** What a proposal is about, and what it would change: each name with what is and what would be. */
export interface Plan {
  readonly subject: string
  readonly detail: Readonly<Record<string, string>>
}

/** In whose name an approved proposal is done. */
export interface Doer {
  readonly asker: number
  readonly approver: number
  /** Who approved, as it stands in the audit log. */
  readonly actor: ActingOperator
  readonly reason: string
  /** The same whenever the proposal is done again, so that the engine does it once. */
  readonly key: RequestKey
  readonly time: number
}

/** One kind of change that needs two people. */
export interface ProposalKind<P> {
  /** Who may ask for it, and who may decide it. */
  readonly access: Access
  readonly payload: z.ZodMiniType<P>
  /** Money moves by two people even where one may approve everything else. */
  readonly strict?: boolean
  /** What it ends in a market: it is then announced to everyone a day ahead. */
  readonly ends?: (payload: P) => readonly MarketEnd[]
  /** What it would change now; a refusal where it could not be done. */
  readonly plan: (payload: P) => Promise<Outcome<Plan>>
  /** Done in the transaction that decides. Refuses before it writes. */
  readonly within?: (client: Queryable, payload: P, doer: Doer) => Promise<Outcome<null>>
  /** Done once the decision is committed, again after a crash; the engine knows it by the doer's key. */
  readonly after?: (payload: P, doer: Doer) => Promise<Outcome<unknown>>
  /**
   * What it does to one thing can be done once, and overwrites nothing that others have approved since. Any other kind that
   * does nothing within the decision is planned anew before it is done.
   */
  readonly overwritesNothing?: true
  /** It stops something, or protects somebody: it is decided on while nothing else may be changed, too. */
  readonly stops?: true
}

/** A kind whose payload has been told apart from others'. */
export interface Bound {
  readonly access: Access
  readonly strict: boolean
  readonly isPlannedAnew: boolean
  readonly stops: boolean
  ends(text: string): readonly MarketEnd[]
  plan(text: string): Promise<Outcome<Plan>>
  within(client: Queryable, text: string, doer: Doer): Promise<Outcome<null>>
  readonly after: ((text: string, doer: Doer) => Promise<Outcome<unknown>>) | null
}

/** A kind whose payloads are read from their texts. */
export function bound<P>(kind: ProposalKind<P>): Bound {
  const { ends, plan, within, after, overwritesNothing = false } = kind
  const read = (text: string): P => z.parse(kind.payload, JSON.parse(text))
  return {
    access: kind.access,
    strict: kind.strict ?? false,
    stops: kind.stops ?? false,
    isPlannedAnew: after !== undefined && within === undefined && !overwritesNothing,
    ends: (text) => (ends === undefined ? [] : ends(read(text))),
    plan: (text) => plan(read(text)),
    within: async (client, text, doer) => (within === undefined ? done(null) : within(client, read(text), doer)),
    after: after === undefined ? null : (text, doer) => after(read(text), doer),
  }
}
