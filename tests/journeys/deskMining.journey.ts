import { type Page, expect } from '@playwright/test'
import { open, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { scrollsAside, test } from './wealthStage.ts'

test.use({ viewport: { width: 1440, height: 900 } })

async function calm(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([])
  expect(await scrollsAside(page)).toBe(false)
}

/** Asks for the publishing of the one draft, with a reason. */
async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish: Desk’s five days' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByRole('textbox').fill('lent to the margin desk')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
}

test('a product is drafted, refused without its source, published, and given the rates of days ahead', async ({
  live,
  page,
}) => {
  test.slow()
  await setUp(page, { database: () => live.database }, 'Dana of mining')
  await open(page, 'Locked mining')
  await page.getByRole('button', { name: 'New draft' }).click()
  const sheet = page.getByRole('dialog', { name: 'New draft' })
  await sheet.getByRole('button', { name: 'Save the draft' }).click()
  await expect(sheet.getByText('Please check this field').first()).toBeVisible()
  await sheet.getByLabel('Name: English').fill('Desk’s five days')
  await sheet.getByLabel('Lowest daily rate').fill('0.3')
  await sheet.getByLabel('Highest daily rate').fill('0.4')
  await sheet.getByLabel('One order at most').fill('20000')
  await sheet.getByLabel('Capacity').fill('50000')
  await calm(page)
  await sheet.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByText('No source yet')).toBeVisible()
  await publish(page)
  await expect(page.getByText(/Say where the yield comes from/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit the draft: Desk’s five days' }).click()
  await page.getByRole('textbox', { name: 'Where the yield comes from' }).fill('Lent to the margin desk.')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByText('No source yet')).toBeHidden()
  await publish(page)
  await expect(page.getByText('Takes orders')).toBeVisible()
  await page.getByRole('button', { name: 'Publish rates: Desk’s five days' }).click()
  const rates = page.getByRole('dialog')
  await rates.getByRole('textbox').first().fill('0.35')
  await rates.getByRole('textbox').last().fill('as agreed')
  await rates.getByRole('button', { name: 'Publish rates' }).click()
  await expect(page.getByText('Rates published')).toBeVisible()
  await calm(page)
  await open(page, 'Wealth pool')
  await expect(page.getByRole('row', { name: /^USDT/ })).toBeVisible()
  await calm(page)
})
