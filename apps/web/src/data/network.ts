/** Whether the browser has a network at all, by its own account. */
export function hasNetwork(): boolean {
  return typeof navigator === 'undefined' || navigator.onLine
}
