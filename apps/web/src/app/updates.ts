import { registerWorker, serviceWorkers } from '@truemark/ui/device/serviceWorkers'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import { watchInstall } from '../data/install.ts'
import { session, tokenOf } from '../data/session.ts'
import { firstPage } from './firstPage.ts'

interface Update {
  /** The new version of the app that waits for its turn; null where there is none. */
  readonly waiting: ServiceWorker | null
  /** Another tab has put a new version in place: this page is still of the old one. */
  readonly replaced: boolean
}

const updateStore = createStore<Update>(() => ({ waiting: null, replaced: false }))
/** Whether it was asked for in this tab. */
let asked = false

const lookInterval = 1_800_000
/** Keeping the app brings all that it needs without a network, which must not be on its way beside the first page. */
const keepAfterMs = 5_000

/**
 * Has the browser keep the app, so that it starts without a network, and looks for a new version from time to time.
 * `open` is told the page that a notification leads to. Nothing happens where there is no service worker, and while the
 * app is developed.
 */
export function keepApp(open: (path: string) => void): void {
  const serviceWorker = serviceWorkers()
  if (serviceWorker === null || import.meta.env.DEV) return
  watchInstall()
  followController(serviceWorker)
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'open') return
    if (!('path' in data) || typeof data.path !== 'string' || !data.path.startsWith('/')) return
    open(data.path)
    // The service worker loads the path itself where nobody says so.
    for (const port of ports) port.postMessage('opened')
  })
  firstPage(keepAfterMs)
    .then(() => registerWorker(serviceWorker))
    .then((registration) => follow(serviceWorker, registration))
    // Without it the app works as any page does.
    .catch(() => undefined)
  closeShownOnSignOut(serviceWorker)
}

// One listener for as long as the page lives: what another tab does takes hold of this one too, whenever it does it.
function followController(serviceWorker: ServiceWorkerContainer): void {
  let controlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // The very first one replaces nothing that the reader sees.
    if (controlled) updateStore.setState({ waiting: null, replaced: true })
    controlled = true
    if (asked) location.reload()
  })
}

function follow(serviceWorker: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The very first one replaces nothing that the reader sees.
    if (registration.waiting !== null && serviceWorker.controller !== null) {
      updateStore.setState({ waiting: registration.waiting })
    }
  }
  look()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
  const ask = () => void registration.update().catch(() => undefined)
  setInterval(ask, lookInterval)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') ask()
  })
}

// What an account was told is closed when it leaves this device.
function closeShownOnSignOut(serviceWorker: ServiceWorkerContainer): void {
  let token = tokenOf(session.getState())
  session.subscribe((state) => {
    const next = tokenOf(state)
    if (next !== token && next === null) serviceWorker.controller?.postMessage({ type: 'signedOut' })
    token = next
  })
}

/** Whether a new version waits, or has taken its place in another tab. */
export function useUpdateWaiting(): boolean {
  return useStore(updateStore, ({ waiting, replaced }) => waiting !== null || replaced)
}

/** Puts the new version in place, where it isn't yet, and loads the page anew by it. */
export function takeUpdate(): void {
  const { waiting } = updateStore.getState()
  // One that is no longer installed but active, or that a still newer one has put aside, never answers.
  if (waiting?.state !== 'installed') return location.reload()
  asked = true
  waiting.postMessage({ type: 'update' })
}
