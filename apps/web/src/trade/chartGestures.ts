const decideAfterPx = 8
const holdMs = 240

/** Whether a finger that has moved by this much means the page and not the chart: down or up more than aside. */
export function meansPage(aside: number, along: number): boolean {
  return Math.abs(along) > Math.abs(aside)
}

/**
 * Keeps the chart's gestures from fighting the page's scroll: a vertical stroke and the wheel scroll the page; a
 * horizontal stroke, two fingers, a finger that was held first, and the wheel with Ctrl are the chart's. Gives what
 * ends it.
 */
export function sharePageScroll(element: HTMLElement): () => void {
  let start: { x: number; y: number; at: number } | null = null
  let verdict: 'open' | 'page' | 'chart' = 'open'

  const touchStart = (event: TouchEvent) => {
    const touch = event.touches[0]
    start = touch && event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null
    verdict = start === null ? 'chart' : 'open'
  }
  const touchMove = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (verdict === 'open' && start && touch) {
      const aside = touch.clientX - start.x
      const along = touch.clientY - start.y
      if (event.timeStamp - start.at >= holdMs) verdict = 'chart'
      else if (Math.hypot(aside, along) < decideAfterPx) return event.stopPropagation()
      else verdict = meansPage(aside, along) ? 'page' : 'chart'
    }
    if (verdict === 'page') event.stopPropagation()
  }
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey && meansPage(event.deltaX, event.deltaY)) event.stopPropagation()
  }
  const early = { capture: true, passive: true }
  element.addEventListener('touchstart', touchStart, early)
  element.addEventListener('touchmove', touchMove, early)
  element.addEventListener('wheel', wheel, early)
  return () => {
    element.removeEventListener('touchstart', touchStart, early)
    element.removeEventListener('touchmove', touchMove, early)
    element.removeEventListener('wheel', wheel, early)
  }
}
