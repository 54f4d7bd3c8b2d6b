import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Whether the browser has a connection, and who is told when it is back. */
export interface Connection {
  readonly isOnline: () => boolean
  readonly whenOnline: () => Promise<void>
  readonly pause: (delayMs: number) => Promise<void>
}

const triesMax = 4
const pauseMinMs = 500

/**
 * Loads the code of a part. Without a connection it waits for one, however long; with one it tries four times, 0.5, 1
 * and 2 s apart, and then fails: the file is gone, and only another page has the new one.
 */
export async function loadPart<T>(load: () => Promise<T>, connection: Connection): Promise<T> {
  for (let tries = 1; ;) {
    try {
      return await load()
    } catch (failure) {
      if (!connection.isOnline()) {
        await connection.whenOnline()
        continue
      }
      if (tries === triesMax) throw failure
      await connection.pause(pauseMinMs * 2 ** (tries - 1))
      tries += 1
    }
  }
}

const browser: Connection = {
  isOnline: () => navigator.onLine,
  whenOnline: () => new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true })),
  pause: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
}

/** {@link loadPart} by the browser's own connection. */
export function loadLate<T>(load: () => Promise<T>): Promise<T> {
  return loadPart(load, browser)
}

/** A part of a screen whose code comes late; a lost connection makes it later, and takes nothing else down. */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  // where there is no page, only its first frame is drawn, which has none of them
  if (typeof window === 'undefined') return lazy(() => new Promise<never>(() => undefined))
  return lazy(async () => ({ default: await loadLate(load) }))
}
