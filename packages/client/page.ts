/** Whether the browser has a network at all, by its own account. */
export function hasNetwork(): boolean {
  return typeof navigator === 'undefined' || navigator.onLine
}

/** Tells of each time the network comes back, until the function that is given back is called. */
export function onNetworkBack(back: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined
  window.addEventListener('online', back)
  return () => window.removeEventListener('online', back)
}

/** Whether somebody can see this page now. */
export function isShown(): boolean {
  return typeof document === 'undefined' || document.visibilityState !== 'hidden'
}
