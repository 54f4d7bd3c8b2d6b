import type { ListingConfigured } from '../book/listing.ts'
import { list, struct, u53, type Codec, type Members, type UnionOf } from '../codec/codec.ts'
import type { Flow } from '../ledger/flows.ts'
import type { HoldView, InvestedView } from '../ledger/holdView.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { Move } from '../ledger/move.ts'
import type { Result } from '../result/result.ts'

/** The names of what a capability is asked, tells and answers, each with its tag, which is for ever, and its shape. */
export interface Words {
  readonly commands?: Members
  readonly events?: Members
  readonly queries?: Members
  readonly replies?: Members
  readonly answers?: Members
}

/** The union of a capability's words of one kind. */
export type WordOf<V extends Words, K extends keyof Words> = V extends { readonly [word in K]: infer M extends Members }
  ? UnionOf<M>
  : never

/** Answers that any command may have. */
export const plainAnswers = {
  done: [1, struct({})],
  closed: [3, struct({ orders: list(u53) })],
} as const
export type PlainAnswer = UnionOf<typeof plainAnswers>

/** Facts that are evolved together, before what follows them is asked for; `more`: the command's bound was reached. */
export interface Due<E> {
  readonly events: readonly E[]
  readonly more: boolean
}

/** The sample of a second: its stamp, the engine's time, and whether it was recorded or had been before. */
export interface Second {
  readonly stamp: number
  readonly now: number
  readonly isNew: boolean
}

/** Whose new risk a fact may end: one holder's, who is asked at once, or that of many, who are asked in a round. */
export type RiskEnd = { readonly holder: HolderId } | 'many'

// each of these is a method: a capability knows of the state, and of all facts, but its own
export interface Decides<World, C, E> {
  /** Refuses a command or gives its facts; reads only. */
  decide(world: World, command: C, now: number): Result<readonly E[]>
}

export interface Starts<World, C, E> {
  /** Refuses a command or gives its steps, each of which is evolved before the next is asked for. */
  start(world: World, command: C, now: number): Result<Iterable<readonly (E | ListingConfigured)[]>>
}

export interface Evolves<World, E> {
  /** Changes the durable state by a fact, at the time of its batch. */
  evolve(world: World, event: E, now: number): void
}

export interface Replies<World, Q, R> {
  /** Answers a question; changes nothing. */
  query(world: World, ask: Q, now: number): R
}

/** What hears of a fact. */
export type Hearing<World> = { hear(world: World, event: object, now: number): void }['hear']

/** Makes the answer to a command from its capability's own facts, and from the state after them. */
export type Answering<E, A> = { answer(events: readonly E[]): A | PlainAnswer }['answer']

export interface Keeps<World, K> {
  /** The durable part in a snapshot: its shape, what is kept, and how an empty state is filled from it. */
  readonly kept: Codec<K>
  keep(world: World): K
  restore(world: World, kept: K): void
}

/**
 * A durable part that came after the first release. It stands in a snapshot behind all else, and only where there is something
 * of it: what was kept before it came can be read, and a state that has none of it has the bytes that it had.
 */
export type Later<World> = Keeps<World, readonly unknown[]>

export interface May<World, C, E, A> {
  readonly later?: Later<World>
  /** The ledger moves of a fact, from the fact alone: what `evolve` posts. */
  moves?(event: E): readonly Move[]
  /** Which categories those post; what is no product that pays later stands in the ledger's table. */
  readonly flows?: readonly Flow[]
  /** Begins a command's answer, before the command runs; without it the answer is that it is done. */
  answer?(world: World, command: C, now: number): Answering<E, A>
  /** Whether what its facts bring and cost counts against the limits of loss that people set themselves. */
  readonly isRisk?: true
  /** What it notes of the facts of others, by their names, right before and right after they are evolved. */
  readonly before?: Readonly<Record<string, Hearing<World>>>
  readonly after?: Readonly<Record<string, Hearing<World>>>
  /** What fell due until `stamp` and is settled before a sample is recorded. */
  overdue?(world: World, stamp: number): Iterable<Due<E>>
  /** What the clock alone brings, with the sample of a second. */
  deadlines?(world: World, now: number): readonly E[]
  /** What falls due by the sample of a second, in steps. */
  steps?(world: World, second: Second): Iterable<Due<E | ListingConfigured>>
  /** Whose new risk a fact may end, asked right before it is evolved; null where it changes nothing of that. */
  endsRisk?(world: World, event: E): RiskEnd | null
  /**
   * Cancels what of a holder would take new risk when it fills, where they may no longer take that; what only closes stays.
   * It asks what a new order asks.
   */
  endOpenings?(world: World, holder: HolderId): readonly E[]
  /** How many orders of a holder are open. */
  openOrders?(world: World, holder: HolderId): number
  /** What of a holder's balances it holds: by account and currency all holds come to what the ledger has frozen. */
  holds?(world: World, holder: HolderId): readonly HoldView[]
  /** What a holder has put in that stands in no account until it is paid, and who has. */
  invested?(world: World, holder: HolderId): readonly InvestedView[]
  investors?(world: World): Iterable<HolderId>
}

/**
 * A capability as one value: its words, and what it does with each of them. It knows the parts of the state that are named
 * in `World`, and is told of nothing but its own commands and facts. `Own` is the part of the state that is its own, `Kept`
 * what of it is durable.
 */
export type Capability<World, V extends Words, Own = null, Kept = null> = V &
  May<World, WordOf<V, 'commands'>, WordOf<V, 'events'>, WordOf<V, 'answers'>> &
  (V extends { readonly commands: Members }
    ? | Decides<World, WordOf<V, 'commands'>, WordOf<V, 'events'>>
      | Starts<World, WordOf<V, 'commands'>, WordOf<V, 'events'>>
    : unknown) &
  (V extends { readonly events: Members } ? Evolves<World, WordOf<V, 'events'>> : unknown) &
  (V extends { readonly queries: Members } ? Replies<World, WordOf<V, 'queries'>, WordOf<V, 'replies'>> : unknown) &
  (Own extends null ? unknown : { create(): Own }) &
  (Kept extends null ? unknown : Keeps<World, Kept>)
