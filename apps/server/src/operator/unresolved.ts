/** Reasons after which nobody knows whether it was done: the same key is tried again. */
const unresolved: ReadonlySet<string> = new Set(['server_busy', 'server_error', 'outcome_unknown'])

/** Whether nobody knows yet if what was asked of the engine was done. */
export function isUnresolved(reason: string): boolean {
  return unresolved.has(reason)
}
