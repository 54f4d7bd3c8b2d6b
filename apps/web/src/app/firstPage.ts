/** Waits until the first page has had the line to itself for a while: it comes before what nobody misses yet. */
export function firstPage(timeMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, timeMs))
}
