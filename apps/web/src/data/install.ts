import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** What Chromium offers for installing the app; the published types leave it out. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

const offerStore = createStore<{ readonly offer: InstallOffer | null }>(() => ({ offer: null }))

function isOffer(event: Event): event is InstallOffer {
  return 'prompt' in event && typeof event.prompt === 'function'
}

/** Takes the browser's offer in when it comes, which is once and early. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isOffer(event)) offerStore.setState({ offer: event })
  })
  window.addEventListener('appinstalled', () => offerStore.setState({ offer: null }))
}

/** How the app is installed from here; null where the browser does not offer that, or it is installed. */
export function useInstall(): (() => void) | null {
  const offer = useStore(offerStore, (state) => state.offer)
  if (offer === null) return null
  return () => {
    offerStore.setState({ offer: null })
    void offer.prompt().catch(() => undefined)
  }
}
