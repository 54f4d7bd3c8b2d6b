import { type Page, expect } from '@playwright/test'

const screenMax = 10_000
/** For so many frames on end nothing may be on its way: what is asked for shows as such one frame after its screen came. */
const calmFrames = 4

/** Goes to a screen as a link of the app does, and waits until nothing in it is still on its way. */
export async function turnTo(page: Page, path: string): Promise<void> {
  if (path.startsWith('/transparency/')) {
    // its parts are one screen, which stays
    await page.goto(path)
  } else {
    await page.evaluate((to) => {
      document.querySelector('main')?.firstElementChild?.setAttribute('data-left', '')
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, path)
  }
  await page.evaluate(untilCalm, { frames: calmFrames, max: screenMax })
  await expect(page.locator('main > [data-left]'), `${path} did not come`).toHaveCount(0)
  const main = page.getByRole('main')
  await expect(main).not.toBeEmpty()
  await expect(main.locator('output[aria-label]'), `${path} is loading`).toHaveCount(0)
}

/** Looks at each frame, where a locator would look after 100, 250, 500 and 1,000 ms. */
async function untilCalm({ frames, max }: { frames: number; max: number }): Promise<void> {
  const end = performance.now() + max
  for (let calm = 0; calm < frames && performance.now() < end;) {
    await new Promise(requestAnimationFrame)
    const main = document.querySelector('main')
    const moves = main === null || main.querySelector(':scope > [data-left], output[aria-label]') !== null
    calm = moves || main.childElementCount === 0 ? 0 : calm + 1
  }
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
