import { expect } from '@playwright/test'
import { test } from './stage.ts'

test('a screen whose code is gone reloads the page once and then says so', async ({ guest, complaints }) => {
  complaints.allow(/MarketScreen|Failed to load|module script|dynamically imported module|could not be loaded/)
  const page = await (await guest.open()).newPage()
  await page.goto('/home')
  await expect(page.getByRole('main')).toContainText('100,000.00')
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.route(/\/assets\/MarketScreen-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('link', { name: 'Market', exact: true }).click()
  await expect(page.getByRole('alert').getByText('This screen could not be loaded')).toBeVisible()
  await page.waitForTimeout(2_000)
  expect(loads).toBe(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('textbox', { name: 'Search a pair' })).toBeVisible()
})
