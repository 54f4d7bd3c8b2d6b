/** Puts the focus on an element, also on one that keys pass by: what stands there is read. */
export function focusOn(element: HTMLElement, options?: FocusOptions): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus(options)
}

const atTop = { preventScroll: true } as const

/** Puts the focus on the heading of a page that has just come; on the page itself until its heading is there. */
function focusHeading(page: HTMLElement): void {
  const take = (): boolean => {
    const heading = page.querySelector('h1')
    if (heading !== null) focusOn(heading, atTop)
    return heading !== null
  }
  if (take()) return
  focusOn(page, atTop)
  const coming = new MutationObserver(() => {
    if (document.activeElement !== page || take()) coming.disconnect()
  })
  coming.observe(page, { childList: true, subtree: true })
}

/** Has a page that was gone to read its heading; unless what has the focus in it stayed there, or took it of its own. */
export function arrive(): void {
  const page = document.querySelector('main')
  const active = document.activeElement
  if (page !== null && (page === active || !page.contains(active))) focusHeading(page)
}
