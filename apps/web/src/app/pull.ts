/** A finger that may be pulling the page down. */
export interface Pull {
  startX: number
  startY: number
}

const noPull = '[data-no-pull], canvas, [role="dialog"], [role="alertdialog"], input[type="range"]'

/** Begins a pull: one finger, the page at its top, not on a chart, a sheet or something that scrolls itself. */
export function beginPull(event: TouchEvent, scrollTop: number): Pull | null {
  const touch = event.touches[0]
  if (event.touches.length !== 1 || !touch || scrollTop > 0) return null
  const target = event.target
  if (target instanceof Element && (target.closest(noPull) || scrollsItself(target))) return null
  return { startX: touch.clientX, startY: touch.clientY }
}

/** How far the page has been pulled, in CSS pixels; null when the gesture has become another one. */
export function pulledBy(pull: Pull, event: TouchEvent, scrollTop: number): number | null {
  const touch = event.touches[0]
  if (event.touches.length !== 1 || !touch || scrollTop > 0) return null
  const down = touch.clientY - pull.startY
  const aside = Math.abs(touch.clientX - pull.startX)
  if (down < -10 || aside > Math.max(30, down)) return null
  return Math.max(0, down)
}

function scrollsItself(element: Element): boolean {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    if (at.scrollTop > 0) return true
  }
  return false
}
