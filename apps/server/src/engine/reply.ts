/** Why the engine itself did not take or answer a command. After `outcome_unknown` it may have been committed. */
export type EngineRefusal = 'server_busy' | 'engine_fault' | 'not_committed' | 'outcome_unknown' | 'engine_stopping'

/** Where a holder's command stands in the journal: the row's time (UTC ms) and digest, its place there, and its SHA-256. */
export interface CommandKept {
  readonly place: number
  readonly time: number
  readonly row: Uint8Array
  readonly command: Uint8Array
}

/** What the asker hears, after the commit of the batch. `seq` is the journal's last row then, and the one of what is `kept`. */
export type Reply =
  | { readonly kind: 'accepted'; readonly answer: Uint8Array; readonly seq: number; readonly kept?: CommandKept }
  | { readonly kind: 'rejected'; readonly rejection: Uint8Array; readonly seq: number }
  | { readonly kind: 'refused'; readonly reason: EngineRefusal }
