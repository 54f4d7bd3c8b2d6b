import { type Page, expect } from '@playwright/test'
import { openPaths, paths, redirects } from './paths.ts'
import { scrollsAside, test } from './stage.ts'

const narrow = { width: 320, height: 700 }

/** Opens a screen and waits until it has its content: nothing in it is still on its way. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const main = page.getByRole('main')
  await expect(main).not.toBeEmpty()
  await expect(main.locator('output[aria-label]'), `${path} is loading`).toHaveCount(0)
}

test('every path of the app shows a screen that is no wider than a small phone', async ({ guest }) => {
  test.setTimeout(240_000)
  const page = await (await guest.open({ size: narrow })).newPage()
  for (const path of [...paths, ...openPaths]) {
    await visit(page, path)
    expect(new URL(page.url()).pathname).toBe(path)
    const text = await page.getByRole('main').innerText()
    expect(text, path).not.toMatch(/There is no such page|stopped working|could not be loaded/)
    expect(text.trim().length, path).toBeGreaterThan(10)
    expect(await scrollsAside(page), `${path} scrolls aside`).toBe(false)
  }
})

test('the paths that lead on lead on', async ({ guest }) => {
  const page = await (await guest.open()).newPage()
  for (const [from, to] of redirects) {
    await page.goto(from)
    await expect(page).toHaveURL((url) => url.pathname === to)
  }
})
