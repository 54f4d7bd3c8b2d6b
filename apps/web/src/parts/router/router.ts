import { notePageLeft } from '@truemark/ui/device/opened'
import type { ComponentType } from 'react'
import type { RouterHistory } from './history.ts'
import { type Fields, type Place, type Target, hrefOf, placeOf } from './place.ts'

/** The screen that stands at a place. */
export interface Found {
  /** The same for all places of one screen, which it outlives. */
  readonly key: string
  readonly params: Fields
  /** Loads its code; rejects where that is gone. */
  readonly load: () => Promise<ComponentType>
  /** Loads the same before it is wanted; what fails then is nobody's matter. */
  readonly preload: () => Promise<unknown>
}

/** What the app shows: a place with its screen, or why there is none. */
export interface Shown {
  readonly place: Place
  readonly key: string
  readonly params: Fields
  /** null while its code is on its way. */
  readonly Screen: ComponentType | null
  readonly failure: unknown
}

export interface RouterParts {
  readonly history: RouterHistory
  /** The screen of a place, or the address that it leads on to. */
  readonly find: (place: Place) => Found | string
}

export type Going = (Target | { readonly href: string }) & { readonly replace?: boolean | undefined }

/** Holds which screen of the app is shown. */
export interface Router {
  /** What is shown now. */
  readonly shown: () => Shown
  readonly subscribe: (changed: () => void) => () => void
  /** Where the reader is or is on the way to. */
  readonly place: () => Place
  /** Settles once the screen there is shown, or the reader has gone elsewhere. */
  readonly navigate: (going: Going) => Promise<void>
  readonly back: () => void
  /** Looks anew at what stands at the place that is open: at first, and when who is signed in has changed. */
  readonly look: () => Promise<void>
  /** Loads the code of the screen that a link leads to. */
  readonly preload: (href: string) => void
  /** Called when a screen has been drawn. */
  readonly settle: () => void
}

/** A screen that is there within this time follows the one before; else the waiting one stands between them. */
const patienceMs = 150
const redirectsMax = 8

/** Makes the router over a history: it holds no more than one screen on its way, and shows the last one wanted. */
export function createRouter({ history, find }: RouterParts): Router {
  const loaded = new Map<string, ComponentType>()
  const listeners = new Set<() => void>()
  let shown: Shown = { place: placeOf(history.href()), key: '', params: {}, Screen: null, failure: null }
  let turn = 0

  function show(next: Shown): void {
    shown = next
    for (const listener of listeners) listener()
  }

  function resolve(href: string): { place: Place; found: Found } {
    let place = placeOf(href)
    for (let redirects = 0; redirects < redirectsMax; redirects += 1) {
      const found = find(place)
      if (typeof found !== 'string') return { place, found }
      place = placeOf(found)
    }
    throw new Error(`${href} leads in circles`)
  }

  async function open(place: Place, { key, params, load }: Found): Promise<void> {
    turn += 1
    const own = turn
    if (place.pathname !== shown.place.pathname) notePageLeft()
    const next = { place, key, params, failure: null }
    const there = loaded.get(key)
    if (there) return show({ ...next, Screen: there })
    const waiting = setTimeout(() => own === turn && show({ ...next, Screen: null }), patienceMs)
    try {
      const Screen = await load()
      loaded.set(key, Screen)
      if (own === turn) show({ ...next, Screen })
    } catch (failure) {
      if (own === turn) show({ ...next, Screen: null, failure })
    } finally {
      clearTimeout(waiting)
    }
  }

  function look(): Promise<void> {
    const { place, found } = resolve(history.href())
    if (place.href !== history.href()) history.go(place.href, true)
    return open(place, found)
  }

  history.listen(() => void look())

  return {
    shown: () => shown,
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    place: () => placeOf(history.href()),
    navigate(going) {
      const { place, found } = resolve('href' in going ? going.href : hrefOf(going))
      history.go(place.href, going.replace === true || place.href === history.href())
      return open(place, found)
    },
    back: () => history.back(),
    look,
    preload: (href) =>
      void resolve(href)
        .found.preload()
        .catch(() => undefined),
    settle: () => history.settle(),
  }
}
