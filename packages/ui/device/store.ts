/** Texts kept under names on this device. Nothing of it throws, whatever the browser forbids. */
export interface Store {
  getItem(key: string): string | null
  /** Keeps a text; false where it lives no longer than the page. */
  setItem(key: string, value: string): boolean
  /** Forgets a text; false where the browser keeps it all the same, so that the next page finds it. */
  removeItem(key: string): boolean
}

/**
 * A store over the browser's own. What that refuses (it is full, or the reader forbids it) is kept in memory and so
 * lives as long as the page; the app goes on with it as if it were kept.
 * @param open gives the browser's store; may throw, or give nothing
 */
export function guardedStore(open: () => Storage | undefined): Store {
  // What the browser has not taken: a text, or null for one that it would not remove.
  const memory = new Map<string, string | null>()
  const attempt = <T>(act: (store: Storage) => T): T | undefined => {
    try {
      const store = open()
      return store === undefined ? undefined : act(store)
    } catch {
      return undefined
    }
  }
  // What another tab of this app could keep is later than what this one could not.
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', ({ key, storageArea }) => {
      if (storageArea === null || attempt((store) => store === storageArea) !== true) return
      if (key === null) memory.clear()
      else memory.delete(key)
    })
  }
  return {
    getItem: (key) => memory.get(key) ?? (memory.has(key) ? null : (attempt((store) => store.getItem(key)) ?? null)),
    setItem(key, value) {
      const kept = attempt((store) => {
        store.setItem(key, value)
        return true
      })
      if (kept === true) memory.delete(key)
      else memory.set(key, value)
      return kept === true
    },
    removeItem(key) {
      const removed = attempt((store) => {
        store.removeItem(key)
        return true
      })
      if (removed === true) memory.delete(key)
      else memory.set(key, null)
      return removed === true
    },
  }
}

/** What this device keeps until it is removed. */
export const localStore: Store = guardedStore(() => (typeof localStorage === 'undefined' ? undefined : localStorage))

/** What this tab keeps as long as it is open, over reloads. */
export const tabStore: Store = guardedStore(() => (typeof sessionStorage === 'undefined' ? undefined : sessionStorage))
