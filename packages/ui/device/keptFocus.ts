import { arrive, focusOn } from './heading.ts'

interface Step {
  readonly element: Element
  /** Which of its children led there; −1 for the innermost. */
  readonly at: number
}

/** The way from an element to its page, innermost first: what is gone is found again by where it stood. */
export type Trail = readonly Step[]

const sheets = '[role="dialog"], [role="alertdialog"]'
const openSheets = `:is(${sheets}):not([data-closed])`
const fields = 'input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [role="combobox"]'
/** A field's own box is at most so far from what stands beside the field. */
const boxSteps = 3

/** What was in focus last, on the page or in a sheet. */
let last: Trail = []
const openers = new WeakMap<Element, Trail>()

function trailOf(innermost: Element): Trail {
  const steps: Step[] = [{ element: innermost, at: -1 }]
  for (let element = innermost; element.parentElement !== null; element = element.parentElement) {
    steps.push({ element: element.parentElement, at: [...element.parentElement.children].indexOf(element) })
  }
  return steps
}

function stands(element: Element): boolean {
  return element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled')
}

/** The sheet that a trail leads out of, with what opened it. */
function openerOf(trail: Trail): Trail | undefined {
  return trail.map(({ element }) => openers.get(element)).find((opener) => opener !== undefined)
}

/** Notes what a sheet is opened from, as it comes. */
export function noteOpener(popup: Element): void {
  if (openers.has(popup)) return
  const active = document.activeElement
  openers.set(popup, active === null || active === document.body ? last : trailOf(active))
}

/**
 * Where the focus goes once a sheet is closed: to what opened it, or where that stood. False where it is elsewhere already,
 * as in another sheet.
 */
export function placeAfterSheet(popup: Element | null): HTMLElement | boolean {
  const active = document.activeElement
  if (popup === null) return true
  if (active !== null && active !== document.body && !popup.contains(active)) return false
  const opener = openers.get(popup) ?? []
  const place = placeAfter(opener)
  if (place === null || place === opener[0]?.element) return place ?? false
  // the library would lead into it, past what says where one is
  queueMicrotask(() => focusOn(place))
  return false
}

const titleOf = (sheet: Element): string | null | undefined => sheet.querySelector('h2')?.textContent

/** What opened the sheet over which this one comes back: the same one stands in it again. Null for one that is new. */
export function placeBefore(popup: Element): HTMLElement | null {
  for (let trail = openers.get(popup); trail !== undefined; trail = openerOf(trail)) {
    const edge = trail.findIndex(({ element }) => element.matches(sheets))
    const sheet = trail[edge]?.element
    if (sheet === undefined || titleOf(sheet) !== titleOf(popup)) continue
    const way = trail.slice(1, edge + 1).toReversed()
    const again = way.reduce<Element | undefined>((element, { at }) => element?.children[at], popup)
    if (again instanceof HTMLElement && again.textContent === trail[0]?.element.textContent) return again
  }
  return null
}

function placeAfter(trail: Trail): HTMLElement | null {
  for (const [steps, { element, at }] of trail.entries()) {
    const place = stands(element) ? placeIn(element, at, steps) : null
    if (place instanceof HTMLElement) return place
  }
  const opener = openerOf(trail)
  return opener === undefined ? null : placeAfter(opener)
}

/** What of an element that still stands says best where one is: the next row, the field, the part by its name. */
function placeIn(element: Element, at: number, steps: number): Element | null {
  if (at < 0 || element.matches('li, tr')) return element
  if (element.matches('ul, ol, tbody')) {
    const rows = [...element.children].filter(stands)
    return rows[Math.min(at, rows.length - 1)] ?? null
  }
  const isBox = steps <= boxSteps && !element.matches('body, main') && element.querySelector('h1, h2, h3') === null
  const inside = isBox ? element.querySelectorAll(fields) : []
  if (inside.length === 1) return inside[0] ?? null
  if (element.matches(`[role="tabpanel"], ${openSheets}`)) return element
  if (element.matches('section') && (element.ariaLabel ?? element.getAttribute('aria-labelledby')) !== null)
    return element
  return element.matches('section, article') ? element.querySelector('h2, h3') : null
}

/** Finds the focus another place whenever what had it is taken away or shut. Gives what ends this. */
export function keepFocus(): () => void {
  let waits = false
  const isLost = (): boolean => {
    const [innermost] = last
    return document.activeElement === document.body && innermost !== undefined && !stands(innermost.element)
  }
  const mend = (): void => {
    waits = false
    if (!isLost()) return
    const place = placeAfter(last)
    const over = [...document.querySelectorAll<HTMLElement>(openSheets)].findLast(stands)
    if (over !== undefined && !over.contains(place)) focusOn(over)
    else if (place !== null) focusOn(place)
    else arrive()
  }
  const look = (): void => {
    if (waits || !isLost()) return
    waits = true
    // whoever took it away may have a place for it
    requestAnimationFrame(() => requestAnimationFrame(mend))
  }
  const note = ({ target }: FocusEvent): void => {
    if (target instanceof Element) last = trailOf(target)
  }
  // a press beside all controls puts it down on purpose
  const press = (): void =>
    void setTimeout(() => {
      if (document.activeElement === document.body && !isLost()) last = []
    })
  const changes = new MutationObserver(look)
  changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', press)
  return () => {
    changes.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('pointerdown', press)
  }
}
