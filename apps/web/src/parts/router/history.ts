import { jsonOf } from '@truemark/protocol/jsonOf'
import { closeTop } from '@truemark/ui/device/opened'
import { tabStore } from '@truemark/ui/device/store'

/** Where the reader is, and was before. */
export interface RouterHistory {
  /** The address that stands there now. */
  href(): string
  /** Goes to an address of the app: as a page more, or in the place of the one that stands there. */
  go(href: string, replace: boolean): void
  back(): void
  /** Tells of the reader's own steps back and forth. */
  listen(moved: () => void): void
  /** Scrolls to where this page was left; to the top where it is new. */
  settle(): void
}

/** A history that stands at one address: where there is no page, and in tests. */
export function fixedHistory(href: string): RouterHistory {
  const places = [href]
  let moved = () => {}
  return {
    href: () => places.at(-1) ?? href,
    go(next, replace) {
      if (replace) places.pop()
      places.push(next)
    },
    back() {
      if (places.length > 1) places.pop()
      moved()
    },
    listen(heard) {
      moved = heard
    },
    settle() {},
  }
}

const name = 'truemark.scrolled'

/** The browser's own. Each page bears its number from the first on; under it stands how far (px) it was scrolled. */
export function browserHistory(): RouterHistory {
  const scrolled = new Map<number, number>(read(tabStore.getItem(name)))
  let at = numberOf(history.state) ?? numberNew(scrolled)
  history.replaceState({ at }, '')
  /** A step of the app's own, or one that undoes the reader's: it closes nothing. */
  let own = false
  const leave = () => void scrolled.set(at, window.scrollY)
  history.scrollRestoration = 'manual'
  // a page that is loaded anew, or that the browser closed meanwhile, comes back as it was left
  window.addEventListener('pagehide', () => {
    leave()
    tabStore.setItem(name, JSON.stringify([...scrolled]))
  })
  return {
    href: () => location.pathname + location.search + location.hash,
    go(href, replace) {
      leave()
      if (!replace) at += 1
      scrolled.delete(at)
      if (replace) history.replaceState({ at }, '', href)
      else history.pushState({ at }, '', href)
    },
    back() {
      own = true
      history.back()
    },
    listen(moved) {
      window.addEventListener('popstate', ({ state }) => {
        const to = numberOf(state) ?? 0
        const isUndone = own && to === at
        const step = own || to === at || !closeTop()
        own = !step
        // what stood over the page is closed, and the page stays
        if (!step) return history.go(at - to)
        if (isUndone) return
        leave()
        at = to
        moved()
      })
    },
    settle: () => window.scrollTo(0, scrolled.get(at) ?? 0),
  }
}

function numberOf(state: unknown): number | null {
  return typeof state === 'object' && state !== null && 'at' in state && typeof state.at === 'number' ? state.at : null
}

// another page of the app was in this tab before: its numbers are taken
function numberNew(taken: ReadonlyMap<number, number>): number {
  return Math.max(-1, ...taken.keys()) + 1
}

function read(text: string | null): [number, number][] {
  const kept = jsonOf(text ?? '[]')
  if (!Array.isArray(kept)) return []
  return kept.flatMap((pair: unknown): [number, number][] =>
    Array.isArray(pair) && typeof pair[0] === 'number' && typeof pair[1] === 'number' ? [[pair[0], pair[1]]] : [],
  )
}
