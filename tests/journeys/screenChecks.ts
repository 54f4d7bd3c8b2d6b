import { type Page, expect } from '@playwright/test'

const screenMax = 20_000
/** For so many frames on end nothing may be on its way: what is asked for shows as such one frame after its screen came. */
const calmFrames = 4

/** Goes to a screen as a link of the app does, and waits until nothing in it is still on its way. */
export async function turnTo(page: Page, path: string): Promise<void> {
  // its parts are one screen, which stays
  const isStaying = path.startsWith('/transparency/')
  if (isStaying) await page.goto(path)
  const onItsWay = await page.evaluate(turn, { path: isStaying ? null : path, frames: calmFrames, max: screenMax })
  expect(onItsWay, `${path} did not come whole`).toEqual([])
}

/**
 * One call, as each one of Playwright's costs as much as the screen itself; looks at each frame, where a locator would
 * look after 100, 250, 500 and 1,000 ms. Gives what is still on its way.
 */
async function turn(to: { path: string | null; frames: number; max: number }): Promise<string[]> {
  // a screen that is there already stays
  if (to.path !== null && to.path !== `${location.pathname}${location.search}`) {
    document.querySelector('main')?.firstElementChild?.setAttribute('data-left', '')
    history.pushState({}, '', to.path)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }
  const waiting = (): string[] => {
    const main = document.querySelector('main')
    if (main === null || main.childElementCount === 0) return ['the screen']
    // what the server drew stands there until the app does
    if (document.querySelector('#root > [inert]') !== null) return ['the app']
    const left = main.querySelector(':scope > [data-left]') === null ? [] : ['the screen before stays']
    return [...left, ...[...main.querySelectorAll('output[aria-label]')].map(({ ariaLabel }) => ariaLabel ?? '')]
  }
  const end = performance.now() + to.max
  for (let calm = 0; calm < to.frames && performance.now() < end;) {
    await new Promise(requestAnimationFrame)
    calm = waiting().length > 0 ? 0 : calm + 1
  }
  return waiting()
}

/** What shows as its key since its text is missing, or with its braces since it was not filled in. */
export const unwritten = /\b[a-z]+\.[a-z]+[A-Z][a-zA-Z]*\b|\{\w+\}/

/** Texts of buttons and tabs that their box cuts off. */
export async function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, nav a, [role="tab"]')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.innerText),
  )
}
