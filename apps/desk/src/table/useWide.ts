import { useSyncExternalStore } from 'react'

const query = '(min-width: 1024px)'

function subscribe(changed: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Whether there is room for tables; the width is the `wide` breakpoint of the styles. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
