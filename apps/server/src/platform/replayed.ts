/**
 * Who was answered what had been answered before. A call that asks for several things is answered so only where all of them
 * had been done.
 */
const askers = new WeakMap<object, boolean>()

/** Notes that something was done for a call. */
export function noteDone(asker: object): void {
  askers.set(asker, false)
}

/** Notes that something which a call asks for was done before. */
export function noteReplayed(asker: object): void {
  if (askers.get(asker) === undefined) askers.set(asker, true)
}

/** Whether all that a call asked for had been done before, under its key. */
export function isReplayed(asker: object): boolean {
  return askers.get(asker) === true
}
