import { createStore } from 'zustand/vanilla'

interface Update {
  /** The new version of the app that waits for its turn; null where there is none. */
  readonly waiting: ServiceWorker | null
  /** Another tab has put a new version in place: this page is still of the old one. */
  readonly replaced: boolean
  /** It was asked for in this tab. */
  readonly asked: boolean
}

/** What is known of a newer version. */
export const updateStore = createStore<Update>(() => ({ waiting: null, replaced: false, asked: false }))
