import { useSyncExternalStore } from 'react'

/** One value that the whole app looks at. */
export interface Kept<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  /** Tells of each change; gives the way to stop. */
  readonly subscribe: (changed: () => void) => () => void
}

/** Keeps a value, starting from `first`. */
export function createKept<T>(first: T): Kept<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

/** The kept value; re-renders when it changes. */
export function useKept<T>(kept: Kept<T>): T {
  return useSyncExternalStore(kept.subscribe, kept.get)
}
