import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { serverNow } from '@truemark/ui/device/serverTime'
import { hasNetwork } from '@truemark/client/page'
import { priceStore } from './prices.ts'

/** How this device stands to the server. */
export interface Link {
  /** Whether the browser has a network at all. */
  readonly online: boolean
  /** The live connection was lost and is being made again. */
  readonly reconnecting: boolean
  /** There is no network, or the live connection has been away for five seconds: what is shown is old, nothing is traded. */
  readonly down: boolean
  /** The moment (server's UTC ms) of which what is shown is; null while it is live, and where nothing was ever heard. */
  readonly asOf: number | null
}

const downAfterMs = 5_000

let heardAt: number | null = null
let timer: ReturnType<typeof setTimeout> | null = null

export const linkStore = createStore<Link>(() => ({
  online: hasNetwork(),
  reconnecting: false,
  down: !hasNetwork(),
  asOf: hasNetwork() ? null : newestKept(),
}))

// What stands on the screen after a start without a network are the prices that this device kept.
function newestKept(): number | null {
  const times = [...priceStore.getState().prices.values()].map(({ time }) => time)
  return times.length === 0 ? null : Math.max(...times)
}

function settle(change: Partial<Link>): void {
  const next = { ...linkStore.getState(), ...change }
  const live = next.online && !next.reconnecting
  const asOf = live ? null : (linkStore.getState().asOf ?? heardAt ?? newestKept())
  linkStore.setState({ ...next, down: live ? false : next.down || !next.online, asOf })
}

/** Notes that the server spoke: all that is shown is of now. */
export function heardServer(): void {
  heardAt = serverNow()
}

/** Notes whether the live connection is being made again. */
export function setReconnecting(reconnecting: boolean): void {
  if (linkStore.getState().reconnecting === reconnecting) return
  if (timer !== null) clearTimeout(timer)
  timer = reconnecting ? setTimeout(() => settle({ down: true }), downAfterMs) : null
  settle({ reconnecting })
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => settle({ online: true }))
  window.addEventListener('offline', () => settle({ online: false }))
}

/** A part of how this device stands to the server; renders again when that part changes. */
export function useLink<T>(select: (link: Link) => T): T {
  return useStore(linkStore, select)
}
