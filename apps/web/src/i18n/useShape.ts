import { useSyncExternalStore } from 'react'

/** The widths at which screens change their shape, as in the tokens. */
export type Shape = 'phone' | 'tablet' | 'desk'

/** From this width on (CSS pixels) it is a tablet's. */
export const tabletWidth = 768
const tablet = `(min-width: ${tabletWidth}px)`
const desk = '(min-width: 1280px)'

function subscribe(changed: () => void): () => void {
  const lists = [window.matchMedia(tablet), window.matchMedia(desk)]
  for (const list of lists) list.addEventListener('change', changed)
  return () => {
    for (const list of lists) list.removeEventListener('change', changed)
  }
}

function shapeNow(): Shape {
  if (window.matchMedia(desk).matches) return 'desk'
  return window.matchMedia(tablet).matches ? 'tablet' : 'phone'
}

/** The shape of a screen at the window's present width; a phone's where there is no window. */
export function useShape(): Shape {
  return useSyncExternalStore(subscribe, shapeNow, () => 'phone')
}
