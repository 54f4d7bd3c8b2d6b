import { serviceWorkers } from '@truemark/ui/device/serviceWorkers'
import { useStore } from 'zustand'
import { watchInstall } from '../data/install.ts'
import { onTokenChange } from '../data/session.ts'
import { firstPage } from './firstPage.ts'
import { updateStore } from './updateStore.ts'

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
  closeShownOnSignOut(serviceWorker)
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'open') return
    if (!('path' in data) || typeof data.path !== 'string' || !data.path.startsWith('/')) return
    open(data.path)
    // The service worker loads the path itself where nobody says so.
    for (const port of ports) port.postMessage('opened')
  })
  firstPage(keepAfterMs)
    .then(() => import('./keepWorker.ts'))
    .then(({ keepWorker }) => keepWorker(serviceWorker))
    // what says that this page's files are gone has to be there before they are
    .then(() => import('./UpdatePrompt.tsx'))
    // Without it the app works as any page does.
    .catch(() => undefined)
}

// One listener for as long as the page lives: what another tab does takes hold of this one too, whenever it does it.
function followController(serviceWorker: ServiceWorkerContainer): void {
  let controlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // The very first one replaces nothing that the reader sees.
    if (controlled) updateStore.setState({ waiting: null, replaced: true })
    controlled = true
    if (updateStore.getState().asked) location.reload()
  })
}

// What an account was told is closed when it leaves this device, from the start on.
function closeShownOnSignOut(serviceWorker: ServiceWorkerContainer): void {
  onTokenChange((token) => {
    if (token === null) serviceWorker.controller?.postMessage({ type: 'signedOut' })
  })
}

/** Whether a new version waits, or has taken its place in another tab. */
export function useUpdateWaiting(): boolean {
  return useStore(updateStore, ({ waiting, replaced }) => waiting !== null || replaced)
}
