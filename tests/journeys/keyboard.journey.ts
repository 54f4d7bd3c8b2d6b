import { type Locator, type Page, expect } from '@playwright/test'
import { registerPerson } from '../person.ts'
import { test } from './stage.ts'

const tabsMax = 80
const password = 'violet-harbour-27'

test.use({ viewport: { width: 1280, height: 900 } })

/** Presses Tab until `target` has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < tabsMax; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${tabsMax} presses of Tab did not reach it`)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await expect(target).toBeVisible()
  // what has only just appeared takes no press yet
  await expect(target).not.toHaveAttribute('aria-disabled', 'true')
  await tabTo(page, target)
  await page.keyboard.press(key)
}

test('one logs in, takes the demo and places an order by the keyboard alone', async ({ page, product }) => {
  test.setTimeout(120_000)
  await registerPerson(product, { email: 'kim@example.org', password })
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Phone or email'))
  await page.keyboard.type('kim@example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)

  await press(page, page.getByRole('button', { name: /Account: Real/ }))
  // the button that opens it says so too
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Switch to demo' }))
  await expect(page.getByRole('button', { name: /Account: Demo/ })).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Trade', exact: true }))
  await expect(page).toHaveURL(/\/market\/trade\/coins\/BTCUSDT$/)

  const limit = page.getByRole('radio', { name: 'Limit' })
  await expect(limit).toBeVisible()
  await tabTo(page, limit)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Market' })).toBeChecked()
  await tabTo(page, page.getByRole('textbox', { name: 'Spend' }))
  await page.keyboard.type('250')
  await press(page, page.getByRole('button', { name: 'Buy BTC for 250 USDT' }))
  const sheet = page.getByRole('dialog', { name: 'Check your order' })
  // its notification says so too
  const toast = expect(page.getByText('Order filled').first()).toBeVisible({ timeout: 20_000 })
  await press(page, sheet.getByRole('button', { name: 'Buy BTC for 250 USDT' }))
  await toast
  await expect(sheet).toBeHidden()
})
