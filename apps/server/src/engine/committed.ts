/** A batch that has been committed: frames of events, one for each command that changed something. */
export interface Committed {
  readonly seq: number
  readonly time: number
  readonly events: Uint8Array
}
