import { type Page, expect } from '@playwright/test'

/** Goes to a screen as a link of the app does, and waits until nothing in it is still on its way. */
export async function turnTo(page: Page, path: string): Promise<void> {
  if (path.startsWith('/transparency/')) {
    // its parts are one screen, which stays
    await page.goto(path)
  } else await follow(page, path)
  const main = page.getByRole('main')
  await expect(main).not.toBeEmpty()
  await expect(main.locator('output[aria-label]'), `${path} is loading`).toHaveCount(0)
}

async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('main')?.firstElementChild?.setAttribute('data-left', '')
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await expect(page.locator('main > [data-left]'), `${path} did not come`).toHaveCount(0)
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
