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
  /** The live connection stands or is made for the first time, and for five seconds nothing has come by it, not even a beat. */
  readonly quiet: boolean
  /**
   * There is no network, the live connection has been away for five seconds, or it is quiet: what is shown is old, nothing
   * is traded.
   */
  readonly down: boolean
  /** The moment (server's UTC ms) of which what is shown is; null while it is live, and where nothing was ever heard. */
  readonly asOf: number | null
}

const downAfterMs = 5_000

// What stands on the screen after a start without a network are the prices that this device kept.
function newestKept(): number | null {
  const times = [...priceStore.getState().prices.values()].map(({ time }) => time)
  return times.length === 0 ? null : Math.max(...times)
}

function createLink() {
  let heardAt: number | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  const store = createStore<Link>(() => ({
    online: hasNetwork(),
    reconnecting: false,
    quiet: false,
    down: !hasNetwork(),
    asOf: hasNetwork() ? null : newestKept(),
  }))
  const settle = (change: Partial<Link>): void => {
    const next = { ...store.getState(), ...change }
    const live = next.online && !next.reconnecting && !next.quiet
    const asOf = live ? null : (store.getState().asOf ?? heardAt ?? newestKept())
    store.setState({ ...next, down: live ? false : next.down || !next.online, asOf })
  }
  if (typeof window !== 'undefined') {
    window.addEventListener('online', () => settle({ online: true }))
    window.addEventListener('offline', () => settle({ online: false }))
  }
  return {
    store,
    heardServer: () => {
      heardAt = serverNow()
    },
    setReconnecting: (reconnecting: boolean) => {
      if (store.getState().reconnecting === reconnecting) return
      if (timer !== null) clearTimeout(timer)
      timer = reconnecting ? setTimeout(() => settle({ down: true }), downAfterMs) : null
      settle({ reconnecting })
    },
    setQuiet: (quiet: boolean) => {
      if (store.getState().quiet !== quiet) settle(quiet ? { quiet, down: true } : { quiet })
    },
  }
}

const link = createLink()

export const linkStore = link.store

/** Notes that the server spoke: all that is shown is of now. */
export const heardServer = link.heardServer

/** Notes whether the live connection is being made again. */
export const setReconnecting = link.setReconnecting

/** Notes whether the live connection stands and brings nothing. */
export const setQuiet = link.setQuiet

/** A part of how this device stands to the server; renders again when that part changes. */
export function useLink<T>(select: (link: Link) => T): T {
  return useStore(linkStore, select)
}
