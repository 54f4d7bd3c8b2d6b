/** Where the server takes its time from. Tests pass their own. */
export interface Clock {
  /** UTC milliseconds; never goes back, even where the system's clock is set back. */
  now(): number
}

/** The system's time, held still while the system's clock stands before what was already told. */
export function systemClock(): Clock {
  let last = 0
  return {
    now: () => {
      last = Math.max(last, Date.now())
      return last
    },
  }
}
