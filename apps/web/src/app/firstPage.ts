/** Waits until the first page has had the line to itself for so long: it comes first, before what nobody misses yet. */
export function firstPage(timeMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, timeMs))
}
