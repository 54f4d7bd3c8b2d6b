import { ApiError, type ApiReason } from '@truemark/protocol/calling'

/** How often a call is sent at most, and for how long its answer is sought, in ms. */
const sendsMax = 6
const patienceMs = 20_000
const waitMinMs = 200
const waitMaxMs = 4_000

/** After these nobody knows whether the call was done, or it was not done and may be asked for again. */
const again: ReadonlySet<ApiReason> = new Set([
  'network',
  'server_busy',
  'server_error',
  'outcome_unknown',
  'rate_limited',
])

/** What a wait is measured by. */
export interface Waiting {
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
}

/**
 * Sends a call until it is answered: the same bytes under the same key, so that it is done once. A refusal that no other
 * try would change is thrown at once, and the last one when patience is over.
 */
export async function untilAnswered<T>(send: () => Promise<T>, { now, wait }: Waiting): Promise<T> {
  const until = now() + patienceMs
  for (let sent = 1; ; sent += 1) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || !again.has(error.reason) || sent >= sendsMax) throw error
      const asked = Number(error.params['seconds'] ?? 0) * 1_000
      const pause = Math.max(asked, Math.min(waitMaxMs, waitMinMs * 2 ** (sent - 1)))
      if (now() + pause > until) throw error
      await wait(pause)
    }
  }
}
