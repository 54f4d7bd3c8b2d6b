import { hasNetwork } from './network.ts'

/** How long a call that may be sent again waits for a network that is away. */
const networkWaitMs = 10_000

let lost = new AbortController()

if (typeof window !== 'undefined') {
  // What was on its way when the network went gets no answer any more: it is given up now and not after its whole time.
  window.addEventListener('offline', () => {
    lost.abort()
    lost = new AbortController()
  })
}

/** Ends a call after its time, and when the network goes. */
export function callSignal(timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return 'any' in AbortSignal ? AbortSignal.any([timeout, lost.signal]) : timeout
}

/** Waits before a call is sent again: so long, and then for the network, if that is away and comes back soon. */
export async function waitToSend(delayMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (hasNetwork()) return
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, networkWaitMs)
    window.addEventListener('online', done)
  })
}
