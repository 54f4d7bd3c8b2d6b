import { expect } from '@playwright/test'
import { redirects } from './paths.ts'
import { test } from './stage.ts'

test('the paths that lead on lead on', async ({ guest }) => {
  const page = await (await guest.open()).newPage()
  for (const [from, to] of redirects) {
    await page.goto(from)
    await expect(page).toHaveURL((url) => url.pathname === to)
  }
})
