/** What became of a command: facts and an answer, or a reason why nothing happened. */
export type Executed =
  | {
      readonly kind: 'accepted'
      readonly events: Uint8Array
      readonly answer: Uint8Array
      /** The command as the journal keeps it, where it is not kept as it came. */
      readonly kept?: Uint8Array
    }
  | { readonly kind: 'rejected'; readonly rejection: Uint8Array }

/**
 * A deterministic state machine whose commands, events and state are bytes. The engine knows no more of
 * it than this. Time is UTC milliseconds and never goes back.
 */
export interface Machine {
  /**
   * Decides a command on the present state and evolves what was decided. Empty `events` mean that nothing
   * durable changed. It may throw only for a fault of its own, after which the state is void. `wall` is what the
   * machine's own clock says where engine time runs apart from it: keys that others made are judged by both.
   */
  execute(command: Uint8Array, now: number, wall?: number): Executed
  /** Applies the events of one accepted command, as `execute` gave them. */
  evolve(events: Uint8Array, now: number): void
  /**
   * Executes a row's command again at the row's time and compares what comes of it with the events that the row bears; the
   * state goes on by them. `evolved` where the row does not bear what its decisions read. After a difference, which it
   * tells as a sentence, the state is void.
   */
  executeAgain?(command: Uint8Array, events: Uint8Array, now: number): 'executed' | 'evolved' | { differs: string }
  /** Answers from the present state and changes nothing. */
  query(query: Uint8Array, now: number): Uint8Array
  /** The whole durable state, canonical: equal states give equal bytes. */
  encodeState(): Uint8Array
}

/** Builds a machine from a state that `encodeState` gave, or an empty one from null. */
export type MachineMaker = (state: Uint8Array | null) => Machine
