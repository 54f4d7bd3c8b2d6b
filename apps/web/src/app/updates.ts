import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import { watchInstall } from '../data/install.ts'
import { session, tokenOf } from '../data/session.ts'

/** The new version of the app that waits for its turn; null where there is none. */
const updateStore = createStore<{ readonly waiting: ServiceWorker | null }>(() => ({ waiting: null }))

const lookInterval = 1_800_000

/**
 * Has the browser keep the app, so that it starts without a network, and looks for a new version from time to time.
 * `open` is told the page that a notification leads to. Nothing happens where there is no service worker, and while the
 * app is developed.
 */
export function keepApp(open: (path: string) => void): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  watchInstall()
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'open') return
    if ('path' in data && typeof data.path === 'string' && data.path.startsWith('/')) open(data.path)
  })
  serviceWorker
    .register('/sw.js')
    .then(follow)
    // Without it the app works as any page does.
    .catch(() => undefined)
  closeShownOnSignOut(serviceWorker)
}

function follow(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The very first one replaces nothing that the reader sees.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) {
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

/** Whether a new version waits. */
export function useUpdateWaiting(): boolean {
  return useStore(updateStore, (state) => state.waiting !== null)
}

/** Puts the new version in place and loads the page anew by it. */
export function takeUpdate(): void {
  const { waiting } = updateStore.getState()
  if (waiting === null) return
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage({ type: 'update' })
}
