import { registerWorker } from '@truemark/ui/device/serviceWorkers'
import { updateStore } from './updateStore.ts'

const lookInterval = 1_800_000

/** Has the browser keep the app, and follows what becomes of it; rejects where the browser does not. */
export async function keepWorker(serviceWorker: ServiceWorkerContainer): Promise<void> {
  follow(serviceWorker, await registerWorker(serviceWorker))
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

/** Puts the new version in place, where it isn't yet, and loads the page anew by it. */
export function takeUpdate(): void {
  const { waiting } = updateStore.getState()
  // One that is no longer installed but active, or that a still newer one has put aside, never answers.
  if (waiting?.state !== 'installed') return location.reload()
  updateStore.setState({ asked: true })
  waiting.postMessage({ type: 'update' })
}
