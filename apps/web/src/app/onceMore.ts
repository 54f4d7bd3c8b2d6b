import { tabStore, type Store } from '@truemark/ui/device/store'

/** A screen's code that could not be loaded, also after the page was loaded anew. */
export class ScreenMissing extends Error {
  constructor(name: string, cause: unknown) {
    super(`the screen ${name} could not be loaded`, { cause })
    this.name = 'ScreenMissing'
  }
}

/** What reloading once stands on: a memory that outlives the page, and the reload itself. */
export interface Reloading {
  readonly storage: Store
  readonly reload: () => void
}

/**
 * Loads a screen. When its file is missing (after a deploy) the page reloads once, since the new page knows the new
 * file; a second failure in a row throws {@link ScreenMissing}, so that nothing loops.
 */
export async function loadOnceMore<T>(name: string, load: () => Promise<T>, reloading: Reloading): Promise<T> {
  const key = `truemark.reloaded.${name}`
  try {
    const screen = await load()
    reloading.storage.removeItem(key)
    return screen
  } catch (failure) {
    if (reloading.storage.getItem(key) !== null) {
      reloading.storage.removeItem(key)
      throw new ScreenMissing(name, failure)
    }
    // What would not outlive the reload could not stop the next one.
    if (!reloading.storage.setItem(key, '1')) throw new ScreenMissing(name, failure)
    reloading.reload()
    // The page is going: nothing more is shown of it.
    return await new Promise<never>(() => undefined)
  }
}

/** The page's own. */
export function pageReloading(): Reloading {
  return { storage: tabStore, reload: () => location.reload() }
}
