import { firstOf, timeoutSignal } from '@truemark/ui/device/signals'
import { hasNetwork, onNetworkBack } from './page.ts'

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
  return firstOf([timeoutSignal(timeoutMs), lost.signal])
}

/** Waits before a call is sent again: the given time, and then for the network, if it is away and comes back soon. */
export async function waitToSend(delayMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (hasNetwork()) return
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      stay()
      resolve()
    }
    const timer = setTimeout(done, networkWaitMs)
    const stay = onNetworkBack(done)
  })
}
